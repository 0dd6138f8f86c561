/**
 * What makes a place and a month a sitting where the query names no exam: a word for the sitting itself
 * ("South American sitting Nov 2018", "nouméa, march paper", "Polynesien, Nachtermin im September").
 */
import type { MentionContext } from "./mention-context.ts";
import type { ScopeField } from "../curriculum-scope.ts";
import { isListed } from "./list-evidence.ts";
import { isAtEnd, type Mention } from "../read/mention.ts";
import { isCutBefore } from "./name-evidence.ts";
import { beforeLinks, type QueryToken, word } from "../query-tokens.ts";
import { DATE_LEADS, OF_WORDS, PLACE_LEADS, SET_VERBS, words } from "../words/scope-words.ts";

/** "september session", "march paper": what the month stands before. */
const NOUNS_BEHIND = words(
  "session sessions sitting sittings paper papers retake retakes resit resits series",
);
/** "convocatoria de noviembre", "Termin im Juni", "session juin". */
const NOUNS_BEFORE = words(
  `session sitting seance convocatoria sesion termin prufungstermin epreuve rattrapage sessione retake resit
   nachtermin nachholtermin nachprufung nachschreibtermin nachschreibetermin`,
);
const DATE_LINKS = words("de d du of im in vom von for pour para");
const DATE_LINKS_MAX = 2;
/** "Polynésie rentrée 2019": a sitting behind its place. */
const NOUNS_OF_PLACE = words("rentree", NOUNS_BEFORE);

const isSpaced = (tokens: readonly QueryToken[], at: number): boolean =>
  /^[\s'’-]+$/u.test(tokens[at]?.gap ?? "");

/** "July, sitting by the pool". */
const SITTING_DOWN = words("by on in at next around under near down beside");

/** The month's name, or the name of the sitting, says itself that an exam was sat then. */
export function isMonthOfSitting(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  if (NOUNS_BEHIND.has(word(tokens, to)) && isSpaced(tokens, to)) {
    return !SITTING_DOWN.has(word(tokens, to + 1));
  }
  if (word(tokens, to - 1) === CHINESE_SITTING) return true;
  return sittingStart(tokens, from) !== null || NOUNS_BEFORE.has(word(tokens, from));
}
/** "十二月场". */
const CHINESE_SITTING = "场";

const PAPER_NOUNS = words("paper papers sitting sittings retake retakes resit resits");

/** "bus line, march paper": ends the query, apart from the topic; a session may be a parliament's. */
export function isMonthOfPaper(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  if (isMonthOfSetting(tokens, from)) return true;
  if (from === 0 || !PAPER_NOUNS.has(word(tokens, to)) || !isSpaced(tokens, to)) return false;
  return isCutBefore(tokens, from) && isAtEnd(tokens, to + 1);
}

/** "le sujet tombé en juillet", "examen que cayó en junio", "the paper that was set in June". */
function isMonthOfSetting(tokens: readonly QueryToken[], from: number): boolean {
  if (!DATE_LEADS.has(word(tokens, from - 1))) return false;
  if (!SET_VERBS.has(tokens[from - 2]?.plain ?? "")) return false;
  const at = beforeLinks(tokens, from - 2, VERB_LINKS, VERB_LINKS_MAX);
  return TASK_NOUNS.has(word(tokens, at));
}
const VERB_LINKS = words("qui que est a ete that which was is the ist wurde se fue up");
const VERB_LINKS_MAX = 3;
const TASK_NOUNS = words(
  `sujet sujets epreuve epreuves exercice exo exam exams paper papers examen examenes prueba ejercicio
   prufung aufgabe`,
);

/** Index of the word for the sitting before its month, or null. */
function sittingStart(tokens: readonly QueryToken[], from: number): number | null {
  for (let at = from - 1; at >= from - 1 - DATE_LINKS_MAX; at -= 1) {
    if (!isSpaced(tokens, at + 1)) return null;
    if (NOUNS_BEFORE.has(word(tokens, at))) return at;
    if (!DATE_LINKS.has(word(tokens, at))) return null;
  }
  return null;
}

/**
 * "sat in French Polynesia, September session", "sudamérica convocatoria de noviembre", "polynésie rentrée
 * 2019": the sitting follows its place; not "les vents en Asie, session de juin".
 */
export function isPlaceOfSitting(context: MentionContext, index: number): boolean {
  if (isBehindSitting(context, index)) return true;
  const { tokens, mentions, vocabulary } = context;
  const { from, to } = mentions[index]!;
  const lead = word(tokens, from - 1);
  const isSet = SET_VERBS.has(tokens[from - 2]?.plain ?? "");
  if (OF_WORDS.has(lead) || ((lead === "to" || PLACE_LEADS.has(lead)) && !isSet)) return false;
  const gap = tokens[to]?.gap ?? "";
  // "bus line nouméa, march paper" may tell of the bus.
  if (!/^\s+$/u.test(gap) && !(/^[\s,(–-]+$/u.test(gap) && (isSet || isCutBefore(tokens, from))))
    return false;
  const next = mentions[index + 1];
  if (next?.field === "session") {
    const start = sittingStart(tokens, next.from) ?? next.from;
    return start === to && isMonthOfSitting(tokens, next);
  }
  if (next?.field !== "year" || next.from !== to + 1) return false;
  const { years } = vocabulary.vocabulary;
  const isOfCorpus = years !== null && +next.values[0]! >= years.first;
  return isOfCorpus && NOUNS_OF_PLACE.has(word(tokens, to));
}

/** "Nachtermin September Polynesien, …", "December 2017 sitting Polynesia": ends the phrase of a sitting. */
function isBehindSitting({ tokens, mentions }: MentionContext, index: number): boolean {
  const [month, { from, to }] = [mentions[index - 1], mentions[index]!];
  if (month === undefined || !isCutBefore(tokens, to) || !isSpaced(tokens, from)) return false;
  if (DATE_FIELDS.has(month.field) && month.to === from - 1) {
    if (NOUNS_BEHIND.has(word(tokens, from - 1)) && isSpaced(tokens, from - 1)) return true;
  }
  if (month.field !== "session") return false;
  const noun = word(tokens, sittingStart(tokens, month.from) ?? month.from);
  if (month.to === from) {
    return NOUNS_BEFORE.has(noun) || word(tokens, from - 1) === CHINESE_SITTING;
  }
  // "session de juin en Asie" may be a parliament's.
  return month.to === from - 1 && PLACE_LEADS.has(word(tokens, from - 1)) && RETAKE.test(noun);
}

const RETAKE =
  /^(?:retakes?|resits?|rattrapages?|remplacement|replacement|makeup|recuperacion|nachtermin|nachholtermin|nachprufung|nachschreibe?termin)$/u;

/** "july retake", "Nachtermin im Juli": the month beside it says which sitting, not the usual one. */
export function isRetakeOfMonth({ tokens, mentions }: MentionContext, index: number): boolean {
  const { field, from } = mentions[index]!;
  if (field !== "session" || !RETAKE.test(word(tokens, from))) return false;
  const [before, next] = [mentions[index - 1], mentions[index + 1]];
  if (before?.field === "session" && before.to === from && isSpaced(tokens, from)) return true;
  return next?.field === "session" && sittingStart(tokens, next.from) === from;
}

const EXAM_NOUNS = words(
  `sujet sujets epreuve epreuves annale annales exam exams examen examenes prueba pruebas prufung
   prufungen`,
);
const PLACE_LINKS = words("de d du des la del der den aus von of from l");
const PLACE_LINKS_MAX = 2;

/** "sujet d'Athènes (Grèce)", "examen de la Francia metropolitana, junio": the exam of a place and its date. */
export function isExamOfPlace({ tokens, mentions }: MentionContext, index: number): boolean {
  const { entries, from, to } = mentions[index]!;
  const at = beforeLinks(tokens, from, PLACE_LINKS, PLACE_LINKS_MAX);
  if (at === from - 1 || !EXAM_NOUNS.has(word(tokens, at))) return false;
  if (!tokens.slice(at + 1, from + 1).every(({ gap }) => /^[\s'’]+$/u.test(gap))) return false;
  if (isTaskOfPlace(tokens, at, mentions[index]!, mentions[index + 1])) return true;
  // "sujet d'Athènes (Grèce) juin 2019".
  const isTwice = mentions[index + 1]?.entries[0] === entries[0];
  const date = mentions[isTwice ? index + 2 : index + 1];
  return date?.from === (isTwice ? mentions[index + 1]!.to : to) && DATE_FIELDS.has(date.field);
}
const DATE_FIELDS: ReadonlySet<ScopeField> = new Set(["session", "year"]);

/** "nageuses, le sujet de la Guadeloupe et de la Guyane": ends a phrase; not "au sujet de la Guyane". */
function isTaskOfPlace(
  tokens: readonly QueryToken[],
  noun: number,
  place: Mention,
  next: Mention | undefined,
): boolean {
  if (!/^sujets?$/u.test(word(tokens, noun)) || word(tokens, noun + 1) !== "de") return false;
  if (!/^les?$/u.test(word(tokens, noun - 1)) || !isCutBefore(tokens, noun - 1)) return false;
  const isTwo = next?.field === "paper" && isListed(tokens, place, next);
  return isCutBefore(tokens, isTwo ? next.to : place.to);
}

/** "Polynésie 09/17": a month of two digits with its short year, right behind a place. */
export function isBeforeMonthNumber({ mentions }: MentionContext, index: number): boolean {
  const [{ to }, month, year] = [mentions[index]!, mentions[index + 1], mentions[index + 2]];
  return (
    month?.rule === MONTH_NUMBER_RULE &&
    month.from === to &&
    year?.field === "year" &&
    year.from === month.to
  );
}
const MONTH_NUMBER_RULE = "session_number";

/** "athènes (grèce)": the same centre once more. */
export function isSameCentre({ tokens, mentions, solid }: MentionContext, index: number): boolean {
  const [before, { entries, from }] = [mentions[index - 1], mentions[index]!];
  if (before?.field !== "paper" || before.to !== from || !solid[index - 1]!) return false;
  return entries[0] === before.entries[0] && /^\s*[,(]\s*$/u.test(tokens[from]!.gap);
}

/** "国外高中毕业考": foreign, said of an exam; "海外卷" names the centres. */
export function isForeignExam({ tokens, mentions }: MentionContext, index: number): boolean {
  const { from, to } = mentions[index]!;
  const next = mentions[index + 1];
  const at = tokens[to]?.folded === "的" ? to + 1 : to;
  if (next?.from !== at || next.field !== "exam" || tokens[at]?.isGlued !== true) return false;
  return FOREIGN.has(
    tokens
      .slice(from, to)
      .map(({ folded }) => folded)
      .join(""),
  );
}
const FOREIGN = words("国外 海外 境外");
