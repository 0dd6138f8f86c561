/**
 * Tells the year of something that happened ("Nobel prize in physics 2015", "2016 us election",
 * "2008年金融危机") from an exam's.
 */
import { isGluedOn } from "./chinese-evidence.ts";
import { EXAM_FIELDS, type ScopeField, SITTING_FIELDS } from "../curriculum-scope.ts";
import { isFigure } from "../words/figure-words.ts";
import { hasNeighbour, type MentionContext, namesAny } from "./mention-context.ts";
import { beforeLinks, isHan, type QueryToken } from "../query-tokens.ts";
import { CHINESE_QUESTION, OF_WORDS, words, YEAR_SUFFIX } from "../words/scope-words.ts";
import { isDatePair } from "./topic-dates.ts";

/** What happens in a year. */
const HAPPENINGS = words(
  `prize prizes award agreement agreements accord accords treaty treaties pact summit referendum election
   elections crisis crises crash recession pandemic epidemic outbreak discovered discovery invented
   invention
   war wars revolution attack attacks earthquake tsunami hurricane eruption disaster scandal genocide
   coup storm storms flood floods famine drought heatwave massacre riots uprising assassination
   prix traite traites sommet crise krach pandemie epidemie decouverte
   decouvert
   decouverts decouvertes guerre guerres attentat attentats seisme ouragan catastrophe
   canicule tempete inondation inondations secheresse
   preis abkommen vertrag gipfel wahl wahlen krise entdeckt entdeckung krieg kriege
   anschlag
   anschlage erdbeben katastrophe
   premio premios acuerdo acuerdos tratado tratados cumbre eleccion elecciones recesion pandemia
   epidemia
   descubierto descubierta descubrimiento guerra guerras revolucion atentado atentados terremoto huracan
   catastrofe desastre`,
);
/** Happenings that are names: the subject may stand between them and the year. */
const NAMED_HAPPENINGS = words("nobel nobelpreis brexit covid coronavirus covid19");
/** "Finanzkrise", "Klimaabkommen", "Bundestagswahl". */
const GERMAN_HAPPENING =
  /.{3}(?:wahl|wahlen|krise|abkommen|vertrag|krieg|pandemie|epidemie|gipfel|beben|anschlag|katastrophe)$/u;
/** "诺贝尔奖", "金融危机", by their first two characters. */
const CHINESE_HAPPENINGS = words(
  "诺贝 危机 协定 协议 大选 选举 疫情 战争 条约 发现 革命 地震 脱欧 公投 峰会 海啸 事故 去世 逝世 病逝 出生 诞生",
);
/** What a date of the topic is not said beside. */
const SAT_FIELDS: ReadonlySet<ScopeField> = new Set([...SITTING_FIELDS, "question_number"]);
const WORDS_BEFORE_MAX = 5;
const WORDS_BEHIND_MAX = 3;
const HAN_BEHIND_MAX = 6;
const PHRASE_END = /[,;:.()!?–—]|\s-\s/u;
/** "prize in physics", "prix de physique". */
const isLink = (token: QueryToken | undefined): boolean =>
  token !== undefined &&
  (OF_WORDS.has(token.folded) || /^(?:in|en|fur|for|para)$/u.test(token.folded));

/** The year of something that happened, or of a figure. */
export const isToldEvent = (context: MentionContext, index: number): boolean =>
  isToldHappening(context, index) || isOfFigure(context, index);

/** "les réponses du sondage de mai 2018", "Geburtenzahl 2010": right before the date, nothing named behind. */
function isOfFigure(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  if (namesAny(context, SAT_FIELDS) || hasNeighbour(context, index, 1)) return false;
  const month = mentions[index - 1];
  const hasMonth = month !== undefined && isDatePair(tokens, month, mentions[index]!);
  const { from } = hasMonth ? month : mentions[index]!;
  const at = beforeLinks(tokens, from, FIGURE_LINKS, FIGURE_LINKS_MAX);
  if (at < 0 || tokens[at]!.isNumber || PHRASE_END.test(tokens[at + 1]!.gap)) return false;
  // "economics inflation 2015" may be a paper's, "economics: inflation of 2015" is not.
  if (at === from - 1 && namesAny(context, COURSE_FIELDS)) return false;
  return isFigure(tokens, at) || COMPARED.has(tokens[at]!.folded);
}
const COURSE_FIELDS: ReadonlySet<ScopeField> = new Set(["subject", "level", "content_type"]);
const FIGURE_LINKS = words("of in for the de du des d en del von vom im jahrgang to with a zu");
const FIGURE_LINKS_MAX = 2;
/** "comparées à juin 2018", "par rapport à 2015", "gegenüber 2014". */
const COMPARED = words(
  `compared comparison compare comparee comparees compares rapport gegenuber vergleich verglichen comparado
   comparada frente`,
);

/** In a query that names no exam, paper, session or question. */
export function isToldHappening(
  { tokens, mentions, solidFields }: MentionContext,
  index: number,
): boolean {
  if (namesAny({ solidFields }, SAT_FIELDS)) return false;
  const { from, to } = mentions[index]!;
  const before = mentions[index - 1];
  // "mcq 2015 war", but "1994 genocide, history mcq".
  if (before?.field === "content_type" && before.to === from) return false;
  const isBehindSubject = before?.field === "subject" && before.to === from;
  // "physics 2015 energy crisis" is a paper's year, "Nobel prize in physics 2015" is none.
  const isOfName = isBehindSubject && !isLink(tokens[before.from - 1]);
  for (let at = from - 1; at >= Math.max(0, from - WORDS_BEFORE_MAX); at -= 1) {
    if (PHRASE_END.test(tokens[at + 1]!.gap)) break;
    if (isOfName ? NAMED_HAPPENINGS.has(tokens[at]!.folded) : isHappening(tokens, at)) return true;
  }
  const next = mentions[index + 1];
  if (isBehindSubject || (next?.field === "subject" && next.from === to)) return false;
  const first = tokens[to]?.folded === YEAR_SUFFIX ? to + 1 : to;
  const wordsMax = first > to ? HAN_BEHIND_MAX : WORDS_BEHIND_MAX;
  for (let at = first; at < Math.min(tokens.length, first + wordsMax); at += 1) {
    if (PHRASE_END.test(tokens[at]!.gap)) return false;
    if (isHappening(tokens, at)) return true;
  }
  return false;
}

export function isHappening(tokens: readonly QueryToken[], at: number): boolean {
  const { folded } = tokens[at]!;
  if (HAPPENINGS.has(folded) || NAMED_HAPPENINGS.has(folded)) return true;
  return (
    GERMAN_HAPPENING.test(folded) || CHINESE_HAPPENINGS.has(folded + (tokens[at + 1]?.folded ?? ""))
  );
}

/**
 * "2008年金融危机 宏观经济学": what happened in the year, where no kind of question is asked for; beside an
 * exam only a whole clause tells so ("2014年日本要求美国修改教科书 高考政治", not "2018年鲁滨逊 高考历史").
 */
export function isEventOfTopic(
  { tokens, mentions, solidFields }: MentionContext,
  index: number,
): boolean {
  const { to } = mentions[index]!;
  if (tokens[to]?.folded !== YEAR_SUFFIX || solidFields.has("content_type")) return false;
  if (namesAny({ solidFields }, EXAM_FIELDS) && !isClause(tokens, to + 1)) return false;
  return mentions[index + 1]?.from !== to + 1 && isGluedOn(tokens, mentions, index, to + 1);
}

const CLAUSE_HAN_MIN = 9;
function isClause(tokens: readonly QueryToken[], from: number): boolean {
  let end = from;
  while (tokens[end]?.isGlued === true && isHan(tokens[end])) end += 1;
  return end - from >= CLAUSE_HAN_MIN && tokens[end - 1]!.folded !== CHINESE_QUESTION;
}

/** "2021甲卷 2020年疫情下消费": behind a paper that has its year already, and the clause goes on. */
export function isYearOfClause({ tokens, mentions }: MentionContext, index: number): boolean {
  const [year, paper] = [mentions[index - 2], mentions[index - 1]];
  const { from, to } = mentions[index]!;
  if (year?.field !== "year" || year.to !== paper!.from || !EXAM_FIELDS.has(paper!.field))
    return false;
  if (paper!.to !== from || tokens[to]?.folded !== YEAR_SUFFIX) return false;
  return isGluedOn(tokens, mentions, index, to + 1);
}
