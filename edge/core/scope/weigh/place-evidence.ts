/** What makes a place ("Asie", "North America") the centre of an exam. */
import { REFERENCE_FIELDS, type ScopeField } from "../curriculum-scope.ts";
import { isGluedOn, isWordEnd } from "./chinese-evidence.ts";
import { hasNeighbour, isCompleted, type MentionContext } from "./mention-context.ts";
import { isAtEnd, type Mention } from "../read/mention.ts";
import { isDelimited, isLast, isWholeQuery } from "./name-evidence.ts";
import { isHan, type QueryToken } from "../query-tokens.ts";
import {
  isBeforeMonthNumber,
  isExamOfPlace,
  isForeignExam,
  isPlaceOfSitting,
  isSameCentre,
} from "./sitting-evidence.ts";
import {
  BETWEEN_WORDS,
  CENTRE_LINKS,
  CENTRE_WORDS,
  FILLERS,
  LIST_WORDS,
  OF_WORDS,
  PLACE_LEADS,
  RANGE_WORDS,
  SET_VERBS,
  YEAR_SUFFIX,
  words,
} from "../words/scope-words.ts";

const EXAM: ReadonlySet<ScopeField> = new Set(["exam"]);
const KIND_FIELDS: ReadonlySet<ScopeField> = new Set(["content_type"]);

/** What may stand glued before a Chinese name of a place: "2019年希腊". */
const PLACE_JOINTS: ReadonlySet<string> = new Set("年的和与及");

/**
 * "Asie 2016", "brevet, Asie": a place counts beside what is sat there; a subject or level beside it
 * ("vers la Guyane, maths 3e") says nothing, nor does a place inside a Chinese word ("2018高考 亚洲季风"). Of
 * the people an exam is said alone ("brevet sudamericano").
 */
export function isPaperPosition(context: MentionContext, index: number, mention: Mention): boolean {
  const { tokens, mentions, solidFields } = context;
  if (mention.kind === "people") {
    const isOfExam = ([-1, 1] as const).some((side) => hasNeighbour(context, index, side, EXAM));
    return isOfExam || isPaperOf(tokens, mention);
  }
  if (isGluedOn(tokens, mentions, index) && !isRomanPaper(tokens, mention)) return false;
  if (isWordEnd(tokens, mentions, index, PLACE_JOINTS)) return false;
  if (isEndOfWay(tokens, mentions, index) || isForeignExam(context, index)) return false;
  return (
    hasNeighbour(context, index, -1, REFERENCE_FIELDS) ||
    hasNeighbour(context, index, 1, REFERENCE_FIELDS) ||
    isBesideKind(context, index) ||
    isCompleted(context, index) ||
    isWholeQuery(tokens, mention) ||
    isSetAt(context, index) ||
    isAtHome(context, index) ||
    isOfShortYear(context, index) ||
    isPaperOf(tokens, mention) ||
    isExamOfPlace(context, index) ||
    isPlaceOfSitting(context, index) ||
    isBeforeMonthNumber(context, index) ||
    isSameCentre(context, index) ||
    isApartFromTask(context, mention) ||
    (solidFields.has("exam") && isCentre(tokens, mention)) ||
    (solidFields.has("exam") && (isLast(tokens, mention) || isDelimited(tokens, mention)))
  );
}

/** "sujet Polynésie thalès", "annales Antilles": an exam's word right before the place. */
const isPaperOf = (tokens: readonly QueryToken[], { from }: Mention): boolean =>
  EXAM_NOUNS.has(tokens[from - 1]?.folded ?? "") && /^\s+$/u.test(tokens[from]!.gap);
const EXAM_NOUNS = words(
  "sujet sujets annale annales epreuve epreuves exo exos exercice exercices exam paper papers prufung",
);

/** "corrigé Asie", "Asie qcm"; not "les vents d'Asie, qcm", "climate mcq, north america". */
function isBesideKind(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  const { from, to } = mentions[index]!;
  return ([-1, 1] as const).some((side) => {
    if (!hasNeighbour(context, index, side, KIND_FIELDS)) return false;
    if (CORRECTED.test(tokens[mentions[index + side]!.from]!.folded)) return true;
    if (side < 0) return !/[,;:]/u.test(tokens[from]!.gap);
    const lead = tokens[from - 1]?.folded ?? "";
    return !PLACE_LEADS.has(lead) && !(OF_WORDS.has(lead) && /[,;:]/u.test(tokens[to]!.gap));
  });
}

/**
 * "Wallis-et-Futuna, plants de blé : médiane et étendue", "corrigé toboggan, Polynésie": opens or ends,
 * behind a sign, a query that asks for an exam's exercise or its answers; "séismes, Asie" may be geography.
 */
function isApartFromTask({ tokens, mentions, solid, solidFields }: MentionContext, place: Mention) {
  if ((place.from > 0 && !isAtEnd(tokens, place.to)) || !isDelimited(tokens, place)) return false;
  if (solidFields.has("session") && solidFields.has("year")) return true;
  const isAnswer = mentions.some(
    ({ field, from }, index) =>
      field === "content_type" && solid[index]! && CORRECTED.test(tokens[from]!.folded),
  );
  return isAnswer || tokens.some(({ folded }) => TASK_WORDS.has(folded));
}
const CORRECTED = /^(?:corri|corre|korr)/u;
/** What the exercises of an exam hold, and texts on places do not. */
const TASK_WORDS = words("exo exos exercice exercices tableur scratch mediane etendue effectifs");

/** "North America centre", "centro de Grecia", "Zentrum Asien"; "le centre de la Grèce" is a place. */
function isCentre(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  const isSpace = (at: number): boolean => /^[\s-]+$/u.test(tokens[at]?.gap ?? "");
  if (CENTRE_WORDS.has(tokens[to]?.folded ?? "") && isSpace(to)) return true;
  const isLinked = CENTRE_LINKS.has(tokens[from - 1]?.folded ?? "");
  return CENTRE_WORDS.has(tokens[isLinked ? from - 2 : from - 1]?.folded ?? "") && isSpace(from);
}

/** So many words may stand between the verb and the place. */
const SET_WORDS_MAX = 5;
const CLASS_FIELDS: readonly ScopeField[] = ["exam", "level"];

/**
 * "donné en 2015 en Amérique du Sud", "set in Asia in 2016", "2018 as sat in La Réunion": a year of the
 * corpus beside the place, behind a verb of setting exams, where the query names a class or exam.
 */
function isSetAt({ tokens, mentions, solidFields, vocabulary }: MentionContext, index: number) {
  const { years } = vocabulary.vocabulary;
  if (years === null || !CLASS_FIELDS.some((field) => solidFields.has(field))) return false;
  const place = mentions[index]!;
  if (!PLACE_LEADS.has(tokens[place.from - 1]?.folded ?? "")) return false;
  return ([-1, 1] as const).some((side) => {
    const year = mentions[index + side];
    if (year?.field !== "year" || +year.values[0]! < years.first) return false;
    const [left, right] = side < 0 ? [year, place] : [place, year];
    const lead = tokens.slice(Math.max(0, left.from - SET_WORDS_MAX), right.from);
    return (
      tokens.slice(left.to, right.from).every(isLinkOfSetting) &&
      lead.some(({ plain }) => SET_VERBS.has(plain))
    );
  });
}

const isLinkOfSetting = ({ folded, plain }: QueryToken): boolean =>
  FILLERS.has(folded) || SET_VERBS.has(plain) || folded === "as";

/** "chez nous à Papeete", "bei uns in Pondichéry", where the query names a class or exam. */
function isAtHome({ tokens, mentions, solidFields }: MentionContext, index: number): boolean {
  if (!CLASS_FIELDS.some((field) => solidFields.has(field))) return false;
  const at = mentions[index]!.from;
  if (!PLACE_LEADS.has(tokens[at - 1]?.folded ?? "")) return false;
  return HOME_PHRASES.has(`${tokens[at - 3]?.folded ?? ""} ${tokens[at - 2]?.folded ?? ""}`);
}
const HOME_PHRASES: ReadonlySet<string> = new Set([
  "chez nous",
  "bei uns",
  "con nosotros",
  "with us",
]);

/**
 * "16年全国三", "National III '16": a numbered Chinese paper beside a short year, which is none alone; not
 * "08年北京".
 */
function isOfShortYear({ tokens, mentions }: MentionContext, index: number): boolean {
  const year = mentions[index - 1];
  const { from, to } = mentions[index]!;
  const next = mentions[index + 1];
  const number = tokens[tokens[to - 1]!.folded === PAPER_SUFFIX ? to - 2 : to - 1]!.folded;
  if (
    next?.field === "year" &&
    next.from === to &&
    !tokens[to - 1]!.isNumber &&
    !isHan(tokens[from])
  )
    return PAPER_NUMBER.test(number);
  if (year?.field !== "year" || !isHan(tokens[to - 1]) || from - year.to > 1) return false;
  // "17国一 李世民", "'20全国二": where nothing is glued before the year.
  const isGlued = from === year.to && !tokens[year.from]!.isGlued;
  return (isGlued || tokens[from - 1]!.folded === YEAR_SUFFIX) && PAPER_NUMBER.test(number);
}

/** "Ⅲ卷椭圆": no Chinese word goes on behind a Roman numeral and 卷. */
const isRomanPaper = (tokens: readonly QueryToken[], { to }: Mention): boolean =>
  tokens[to - 1]!.folded === PAPER_SUFFIX && /^i{1,3}$/u.test(tokens[to - 2]?.folded ?? "");
const PAPER_SUFFIX = "卷";
const PAPER_NUMBER = /^(?:[一二三四甲乙123]|i{1,3})$/u;

/** "between Greece and Lebanon", "de la Grèce au Liban": two places of the topic. */
function isEndOfWay(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): boolean {
  return ([-1, 1] as const).some((side) => {
    const other = mentions[index + side];
    if (other?.field !== "paper") return false;
    const [left, right] = side < 0 ? [other, mentions[index]!] : [mentions[index]!, other];
    const joint = tokens[left.to]!;
    if (left.to === right.from || right.from - left.to > WAY_LINKS_MAX) return false;
    const leads = [tokens[left.from - 1], tokens[left.from - 2]];
    if (RANGE_WORDS.has(joint.folded) || WAY_WORDS.has(joint.folded))
      return leads.some((lead) => WAY_LEADS.has(lead?.folded ?? ""));
    return (
      LIST_WORDS.has(joint.folded) && leads.some((lead) => BETWEEN_WORDS.has(lead?.folded ?? ""))
    );
  });
}
const WAY_LINKS_MAX = 2;
const WAY_WORDS: ReadonlySet<string> = new Set(["in", "nach", "into", "vers", "pour", "hacia"]);
const WAY_LEADS: ReadonlySet<string> = new Set(["from", "de", "von", "desde", "du"]);
