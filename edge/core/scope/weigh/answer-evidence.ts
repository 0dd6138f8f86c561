/**
 * The answers to an exam's exercise, asked for by its topic: "correction du moulin à vent, Polynésie septembre
 * 2019", "Need the official correction of the goat's milk task", "Lösung zu Länderspiele, Asien, Juni 2016".
 */
import { EXAM_FIELDS, type ScopeField } from "../curriculum-scope.ts";
import { isTight } from "../read/mention.ts";
import { type MentionContext, namesAny } from "./mention-context.ts";
import { word } from "../query-tokens.ts";
import { EXERCISE_LINKS, words } from "../words/scope-words.ts";

/** Answers in any phrase; a solution "of" or "de" something may be chemistry's. */
const ANSWERS =
  /^(?:corri|corre|korr|answer|antwort|repons|respuest|rispost|respost|soluz|offizielle|official)/u;
const SOLUTIONS = /^(?:solu|losung|key)/u;
const SOLUTION_LINKS = words("to for zu zum zur fur pour a al au aux para");
const DATE_FIELDS: ReadonlySet<ScopeField> = new Set(["session", "year"]);

/** What may stand before what is asked for. */
const ASKING = words(
  `i we you need want wanted looking for find give me us get please the a an any official is there je j on
   nous cherche cherchons veux voudrais voulons il faut besoin de donne donnez moi le la l les un une ich wir
   brauche brauchen suche suchen mochte den die der das eine busco necesito quiero dame el los las hola hi
   hello bonjour hallo salut pls svp bitte tienes have do`,
);
const ASKING_WORDS_MAX = 6;

/** Opens a query that names a centre or an exam and its date. */
export function isAnswerOfSitting(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  const { from, to } = mentions[index]!;
  if (from > ASKING_WORDS_MAX || to === tokens.length || !isTight(tokens, 1, to + 1)) return false;
  if (!tokens.slice(0, from).every(({ folded }) => ASKING.has(folded))) return false;
  const [name, next] = [word(tokens, from), word(tokens, to)];
  const isAnswer = SOLUTIONS.test(name) ? SOLUTION_LINKS.has(next) : ANSWERS.test(name);
  if (!isAnswer || !EXERCISE_LINKS.has(next)) return false;
  return namesAny(context, EXAM_FIELDS) && namesAny(context, DATE_FIELDS);
}

const SUMMARIES = /^(?:resum|summar|zusammenfass|synthe|overview|uberblick|sintesis)/u;

/** What has a summary of its own. */
const CHAPTERS = words("chapter section unit chapitre kapitel abschnitt capitulo tema unidad");

/**
 * "résumé de la troisième loi de Newton, version anglaise", "summary for the entropy chapter": a text, for
 * its language or its chapter is asked for.
 */
export function isSummaryInLanguage(context: MentionContext, index: number): boolean {
  const { tokens, mentions, solidFields } = context;
  const { from, to } = mentions[index]!;
  if (from > 0 || !SUMMARIES.test(word(tokens, from))) return false;
  if (!solidFields.has("language") && !tokens.some(({ folded }) => CHAPTERS.has(folded)))
    return false;
  return EXERCISE_LINKS.has(word(tokens, to)) && isTight(tokens, to, to + 1);
}
