/**
 * Tells the class or subject of somebody in the topic ("a high school science teacher fills …", "un professeur
 * de SVT", "某校高三学生") from one that is asked for.
 */
import { isHan, type QueryToken } from "../query-tokens.ts";
import { LEARNERS } from "./level-evidence.ts";
import type { Mention } from "../read/mention.ts";
import { isCutBefore } from "./name-evidence.ts";
import { COPULAS } from "../words/negation-words.ts";
import { FILLERS, NUMBER_WORDS, words } from "../words/scope-words.ts";

/** Not "for a high school student", "I am a biology student", "she's a 10th grader". */
export function isSomebody(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): boolean {
  const mention = mentions[index]!;
  if (isUnnamedSchool(tokens, mention) || isSchoolLife(tokens, mention)) return true;
  const person = personAt(tokens, mention);
  if (person === null) return isSchoolOfStory(tokens, mention);
  const level = mentions[index - 1];
  const from = level?.to === mention.from ? level.from : mention.from;
  const first = Math.min(person, from);
  const lead = tokens[first - 1];
  if (isAsker(tokens, first)) return false;
  // "undergrads were asked", "high school students' sleep".
  if (person >= mention.from && isTold(tokens[person + 1])) return true;
  if (lead === undefined) return false;
  // "une classe de 3e, Thalès".
  if (first === 1 && isCutBefore(tokens, Math.max(person + 1, mention.to))) return false;
  if (NUMBER_WORDS.has(lead.folded) || SOMEBODY_LEADS.has(lead.folded)) return true;
  if (FILLERS.has(lead.folded) || !/^[\s-]+$/u.test(tokens[first]!.gap)) return false;
  // "50 high school students"; "brevet 2018 élèves de 3e" has a year there.
  if (lead.isNumber) return mentions.every(({ to }) => to !== first);
  // "an eager biology student", "a 16-year-old high school student".
  return SOMEBODY_LEADS.has(tokens[first - 2]?.folded ?? "") && !isAsker(tokens, first - 1);
}

/** Index of the person of whom the class or subject is said: "science teacher", "professeur de SVT". */
function personAt(tokens: readonly QueryToken[], { from, to }: Mention): number | null {
  const isTogether = (at: number): boolean => at < to || /^[\s-]+$/u.test(tokens[at]!.gap);
  const end = Math.min(tokens.length, to + PERSON_REACH);
  for (let at = from; at < end && isTogether(at); at += 1) {
    if (PERSONS.has(tokens[at]!.folded)) return at;
  }
  if (GRADERS.has(tokens[to - 1]!.folded)) return to - 1;
  const isLinked = PERSON_LINKS.has(tokens[from - 1]?.folded ?? "");
  return isLinked && PERSONS.has(tokens[from - 2]?.folded ?? "") ? from - 2 : null;
}
const PERSON_REACH = 2;
const PERSON_LINKS = words("de d of");

/** Whoever asks is, has or looks for the person at `first`, or the article before it. */
function isAsker(tokens: readonly QueryToken[], first: number): boolean {
  const at = SOMEBODY_LEADS.has(tokens[first - 1]?.folded ?? "") ? first - 2 : first - 1;
  const before = tokens[at]?.folded ?? "";
  if (ASKER_LEADS.has(before)) return true;
  const who = tokens[at - 1]?.folded ?? "";
  return (COPULAS.has(before) || before === "s") && (LEARNERS.has(who) || PRONOUNS.has(who));
}

const isTold = (next: QueryToken | undefined): boolean =>
  next !== undefined && (TOLD_VERBS.has(next.folded) || /^['’]\s/u.test(next.gap));

/** "a high school of 1650 students", "a primary school has 30 teachers". */
function isSchoolOfStory(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  if (!/^schools?$/u.test(tokens[to - 1]!.folded)) return false;
  const isLed = SOMEBODY_LEADS.has(tokens[from - 1]?.folded ?? "") && !isAsker(tokens, from);
  return isLed && SCHOOL_VERBS.has(tokens[to]?.folded ?? "");
}

/** "secondary school dropouts", "middle school bullying": what schools have besides lessons. */
const isSchoolLife = (tokens: readonly QueryToken[], { to }: Mention): boolean =>
  /^schools?$/u.test(tokens[to - 1]!.folded) && SCHOOL_LIFE.has(tokens[to]?.folded ?? "");

/** "某高中", "某校高三": a school that has no name. */
function isUnnamedSchool(tokens: readonly QueryToken[], { from }: Mention): boolean {
  if (!isHan(tokens[from])) return false;
  for (let at = from; at > from - UNNAMED_REACH && tokens[at]?.isGlued === true; at -= 1) {
    if (tokens[at - 1]?.folded === "某") return true;
  }
  return false;
}
const UNNAMED_REACH = 3;

const SOMEBODY_LEADS = words("a an his her their un une le la ein eine einen einem einer una old");
const PRONOUNS = words("he she il elle er sie");
const ASKER_LEADS = words(
  `for as am m im i have ai teach tutor tutoring from to pour comme suis bin fur als para como soy a chez avec
   ich my mon ma`,
);
const PERSONS = words(
  `student students teacher teachers pupil pupils principal coach graduate applicant undergrads undergraduates
   eleve eleves professeur enseignant enseignante schuler schulerin lehrer lehrerin alumno alumna alumnos
   profesor profesora professor professors classe`,
);
const GRADERS = words("grader graders freshman freshmen schooler schoolers");
const SCHOOL_LIFE = words(
  `football basketball baseball soccer gym cafeteria parking building prom band diploma diplomas dropout
   dropouts graduation graduate graduates reunion sweetheart sweethearts bullying enrollment enrolment
   attendance`,
);
const TOLD_VERBS = words("was were had took");
const SCHOOL_VERBS = words("of has had is was in where which sent wants with");
