/** What follows a year of two digits: an exam, a month, the end of the phrase. */
import type { CompiledVocabulary } from "../vocabulary/compile-vocabulary.ts";
import { EXAM_FIELDS } from "../curriculum-scope.ts";
import { CUT_SIGN } from "./mention.ts";
import { type QueryToken, word } from "../query-tokens.ts";
import { readNames } from "./read-names.ts";
import { yearAt } from "./read-years.ts";
import { OF_WORDS, PLACE_LEADS, words } from "../words/scope-words.ts";

/** "brevet 16 étranger", "July 18", "17/18, Asia"; not "brevet 16 triangles", "July 18 2014", "brevet 16 juin". */
export function isEnded(
  tokens: readonly QueryToken[],
  to: number,
  vocabulary: CompiledVocabulary,
): boolean {
  const next = tokens[to];
  if (next === undefined) return true;
  if (yearAt(tokens, to) !== null) return false;
  return CUT_SIGN.test(next.gap) || isNameAt(tokens, to, vocabulary);
}

/** A scope word that is no month. */
export const isNameAt = (
  tokens: readonly QueryToken[],
  at: number,
  vocabulary: CompiledVocabulary,
): boolean =>
  at < tokens.length && readNames(tokens, at, vocabulary).some(({ field }) => field !== "session");

/** "高考", "Polynésie". */
export const isExamAt = (
  tokens: readonly QueryToken[],
  at: number,
  vocabulary: CompiledVocabulary,
): boolean =>
  at < tokens.length &&
  readNames(tokens, at, vocabulary).some(({ field }) => EXAM_FIELDS.has(field));

/** "juin": what was read as a year may be a day. */
export const isMonthAt = (
  tokens: readonly QueryToken[],
  at: number,
  vocabulary: CompiledVocabulary,
): boolean => {
  const names = at < tokens.length ? readNames(tokens, at, vocabulary) : [];
  return names.length > 0 && names.every(({ field }) => field === "session");
};

/** "en Pondicherry", "à Pondichéry": the place of an exam. */
export const isBeforePlace = (
  tokens: readonly QueryToken[],
  to: number,
  vocabulary: CompiledVocabulary,
): boolean => {
  const lead = word(tokens, to);
  if (!PLACE_LEADS.has(lead) && !OF_WORDS.has(lead)) return false;
  if (!isSpaced(tokens, to) || !isSpaced(tokens, to + 1)) return false;
  return readNames(tokens, to + 1, vocabulary).some(({ field }) => field === "paper");
};

const isSpaced = (tokens: readonly QueryToken[], at: number): boolean =>
  /^[\s'’]+$/u.test(tokens[at]?.gap ?? "");

/** "élèves", "题": the number counts or numbers what follows. */
export const isCountedAt = (tokens: readonly QueryToken[], at: number): boolean =>
  COUNTED.has(word(tokens, at)) || CHINESE_COUNTED.has(word(tokens, at));
const CHINESE_COUNTED = words("题 分 页 道 小 问 空 人 个 t q");

/** What two digits count, so that they are no year. */
export const COUNTED = words(
  `year point points pts marks aged ages page pages question questions exercise exercises exercice exercices
   minutes pupils kids children players items heures eleves enfants jeunes notes puntos preguntas paginas
   ejercicios alumnos horas edad punkte punkten seite seiten aufgabe aufgaben frage fragen jahrige jahrigen
   schuler minuten stunden personen klasse klassen grad`,
);
