/**
 * What makes a name of a level or exam that is also an ordinary word ("form 4", "première", "SAT") count as
 * scope.
 */
import { hasAnyNeighbour, type MentionContext } from "./mention-context.ts";
import { isAtEnd, type Mention } from "../read/mention.ts";
import { hasCue, isDelimited, isLast, isWholeQuery } from "./name-evidence.ts";
import { type QueryToken, word } from "../query-tokens.ts";
import {
  CLASS_NOUNS,
  COURSE_NOUNS,
  LEVEL_CUES,
  OF_WORDS,
  ORDINAL_NOUNS,
  ORDINAL_WORDS,
  UNITS,
  VERB_LEADS,
  words,
} from "../words/scope-words.ts";

/** A level word counts beside a cue, in capitals, or where a query opens or ends with it. */
export function isLevelPosition(context: MentionContext, index: number, mention: Mention): boolean {
  const { tokens } = context;
  if (isOrdinal(tokens, mention) || isOfOtherSystem(tokens, mention)) return false;
  if (word(tokens, mention.from) === "term") return isShortTerminale(context, index);
  return (
    hasCue(tokens, mention, LEVEL_CUES, LEVEL_CUES) ||
    isAcronymOfCourse(context, mention) ||
    isAcronymInText(context, mention) ||
    isAcronymHeading(context, mention) ||
    isSetApartAtEnd(tokens, mention) ||
    isInBrackets(tokens, mention) ||
    isNumberedAtEdge(tokens, mention) ||
    isNumberedClass(context, mention) ||
    isLastBesideScope(context, mention) ||
    isWholeQuery(tokens, mention) ||
    hasAnyNeighbour(context, index)
  );
}

/**
 * "qcm physique term", "philo term": the last class of the lycée behind a subject in French; what else is
 * called a term ("maths term 2") has no such subject before it.
 */
function isShortTerminale({ tokens, mentions, solid }: MentionContext, index: number): boolean {
  const { from, to } = mentions[index]!;
  const subject = mentions[index - 1];
  if (subject?.field !== "subject" || subject.to !== from || !solid[index - 1]!) return false;
  if (tokens[to]?.isNumber === true || !/^\s+$/u.test(tokens[from]!.gap)) return false;
  const name = word(tokens, from - 1);
  if (FRENCH_SUBJECTS.has(name)) return true;
  return /^maths?$/u.test(name) && tokens.some(({ folded }) => FRENCH_KINDS.has(folded));
}
const FRENCH_SUBJECTS = words(
  "physique chimie svt philo philosophie histoire geo ses eco specialite",
);
const FRENCH_KINDS = words(
  "qcm exo exos exercice exercices corrige corriges annale annales cours bac",
);

/** "guía del profesor (prepa)": in Spanish a school before university, no class of the French "prépa". */
const isOfOtherSystem = (tokens: readonly QueryToken[], { from, to }: Mention): boolean =>
  to - from === 1 &&
  tokens[from]!.plain === "prepa" &&
  tokens.some(({ folded }) => SPANISH_WORDS.has(folded));
const SPANISH_WORDS = words(
  "el los las del con para por una y guia ejercicios preguntas en ingles",
);

/**
 * "grade 3/6 murmur", "strength grade 4/5": so much of a scale; of "grade 9/10" one would be lost. "Grade 2
 * astrocytoma", "grade 3 ankle sprain" are of a physician's.
 */
export function isOfScale(tokens: readonly QueryToken[], { to }: Mention): boolean {
  const [last, next] = [tokens[to - 1]!, tokens[to]];
  if (!last.isNumber || next === undefined) return false;
  if (next.isNumber && next.gap === "/") return true;
  return tokens.slice(to, to + FINDING_REACH).some(({ folded }) => FINDINGS.test(folded));
}
const FINDING_REACH = 2;
const FINDINGS =
  /^(?:sprains?|concussions?|murmurs?|lesions?|tumou?rs?|.*(?:carcin|sarc|lymph|gli|cyt|melan)omas?)$/u;

/** "SAT question on parabolas", "bac: étude de fonction", "parabola vertex, SAT". */
export function isExamPosition(context: MentionContext, index: number, mention: Mention): boolean {
  const { tokens } = context;
  if (hasAnyNeighbour(context, index) || isAcronymOfCourse(context, mention)) return true;
  const next = context.mentions[index + 1];
  // "bac croate": the exam of a country.
  if (next?.field === "language" && next.from === mention.to) return true;
  if (isAcronymInFront(context, mention)) return true;
  const isAtEdge = mention.from === 0 || isAtEnd(tokens, mention.to);
  return isAtEdge && isDelimited(tokens, mention);
}

/** "SAT reading", "is this on the SAT"; not "the ACT of Union". */
function isAcronymInFront({ tokens, isAllCapitals }: MentionContext, mention: Mention): boolean {
  const { kind, from, to } = mention;
  if (kind !== "cased" || isAllCapitals || OF_WORDS.has(tokens[to]?.folded ?? "")) return false;
  return from === 0 || DETERMINERS.has(tokens[from - 1]!.folded);
}

/**
 * "la 3e loi", "notes sur la 3e loi", "physique seconde loi de Newton": counts what follows; not "maths 3e
 * exercice 5", whose class has exercises. "Mètres par seconde" is a unit.
 */
function isOrdinal(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  const { isNumber, folded } = tokens[from]!;
  const lead = tokens[from - 1]?.folded ?? "";
  const next = tokens[to]?.folded ?? "";
  if (!isNumber && !ORDINAL_WORDS.has(folded)) return false;
  if (!isNumber && UNIT_LEADS.has(lead)) return true;
  return TOPIC_NOUNS.has(next) || (ORDINAL_NOUNS.has(next) && DETERMINERS.has(lead));
}
const DETERMINERS = words("la le les l the une un cette ce sa son");
const UNIT_LEADS = words("par une per chaque demi");
/** What is counted in topics alone. */
const TOPIC_NOUNS = words(
  "loi lois guerre republique siecle symphonie croisade extinction dimension pouvoir internationale",
);

/** "A level" in capitals inside a query that is not all capitals; "AS" alone may be a segment. */
function isAcronymInText({ tokens, isAllCapitals }: MentionContext, mention: Mention): boolean {
  // "find A.P. of series": an acronym with its stops is no phrase.
  const isPhrase = tokens.slice(mention.from, mention.to).some(({ raw }) => raw.length > 1);
  return (
    isPhrase &&
    mention.to - mention.from > 1 &&
    mention.from > 0 &&
    !isAllCapitals &&
    hasCapitalWord(tokens, mention)
  );
}

/** "AP test prep", "AP students"; "ap test" in small letters is likely no level. */
function isAcronymOfCourse(
  { tokens, isAllCapitals }: MentionContext,
  { from, to }: Mention,
): boolean {
  if (isAllCapitals || to - from > 1 || !/^\p{Lu}{2,}$/u.test(tokens[from]!.raw)) return false;
  return COURSE_NOUNS.has(tokens[to]?.folded ?? "");
}

/** "IB: osmosis". */
const isAcronymHeading = (
  { tokens, isAllCapitals }: MentionContext,
  { from, to }: Mention,
): boolean =>
  from === 0 &&
  !isAllCapitals &&
  /^\p{Lu}{2,}$/u.test(tokens[0]!.raw) &&
  tokens[to]?.gap.startsWith(":") === true;

/** "Archimedes principle, college", "circuits? HS"; not "les longueurs MN, AP". */
function isSetApartAtEnd(tokens: readonly QueryToken[], mention: Mention): boolean {
  const lead = tokens[mention.from - 1]?.raw ?? "";
  return isLast(tokens, mention) && isDelimited(tokens, mention) && !/^\p{Lu}{1,3}$/u.test(lead);
}

/** "math for little kids (elementary)", "les petits Français (3e)"; not "the coil (primary)". */
function isInBrackets(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  if (!tokens[from]!.gap.endsWith("(")) return false;
  if (to < tokens.length && !tokens[to]!.gap.startsWith(")")) return false;
  const isClass = tokens[from]!.isNumber && tokens[from + 1]?.isGlued === true;
  return isClass || LEARNERS.has(tokens[from - 1]?.folded ?? "");
}
export const LEARNERS =
  words(`kid kids child children student students pupil pupils learners son daughter boy girl school schools class
   classes course eleve eleves enfant enfants fils fille classe schuler kind kinder sohn tochter klasse
   alumno alumnos alumna nino ninos nina hijo hija clase`);

function hasCapitalWord(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  return tokens
    .slice(from, to)
    .some(({ raw }) => /^\p{Lu}+$/u.test(raw) && /^(?:a|as|ap|o|ol|al)$/iu.test(raw));
}

/**
 * "quadratic equations form 4", "3ème théorème de Thalès": a numbered level opens or ends the query,
 * unless a verb stands before it ("can form 4") or an ordinal's noun after it ("3e loi").
 */
function isNumberedAtEdge(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  if (!tokens.slice(from, to).some((token) => token.isNumber)) return false;
  if (to === tokens.length) return !VERB_LEADS.has(tokens[from - 1]?.folded ?? "");
  const next = tokens[to]!.folded;
  return from === 0 && !UNITS.has(next) && !ORDINAL_NOUNS.has(next) && !OF_WORDS.has(next);
}

/** "exo de 3e sur thalès", "exercice de troisième", "la symétrie en 3ème": a class, no ordinal. */
function isNumberedClass(
  { tokens, vocabulary: { occurring } }: MentionContext,
  { from, to, entries }: Mention,
): boolean {
  const { isNumber, folded } = tokens[from]!;
  if (!isNumber && !ORDINAL_WORDS.has(folded)) return false;
  // "exercice de première importance", but "exercice de sixième" and where documents are of that class.
  const isAdjective = !isNumber && ORDINAL_WORDS.get(folded)! <= 2;
  if (isAdjective && !entries.some((entry) => occurring.get(entry)!.length > 0)) return false;
  if (ORDINAL_NOUNS.has(tokens[to]?.folded ?? "")) return false;
  const lead = tokens[from - 1]?.folded ?? "";
  if (lead === "en" && (isNumber || isOfLearner(tokens, from - 2))) return true;
  return lead === "de" && CLASS_NOUNS.has(tokens[from - 2]?.folded ?? "");
}

/** "ma fille est en troisième", "je suis en seconde"; not "la voiture passe en troisième". */
function isOfLearner(tokens: readonly QueryToken[], verb: number): boolean {
  if (word(tokens, verb) === "suis") return true;
  return CLASS_VERBS.has(word(tokens, verb)) && LEARNERS.has(tokens[verb - 1]?.folded ?? "");
}
const CLASS_VERBS = words(
  "est sont entre entrent passe passent rentre rentrent monte arrive etait",
);

/** "organic chemistry alkenes a level": a level ends a query that names other scope. */
function isLastBesideScope({ tokens, solidFields }: MentionContext, mention: Mention): boolean {
  return isLast(tokens, mention) && solidFields.size > (solidFields.has("level") ? 1 : 0);
}
