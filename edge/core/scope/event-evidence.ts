/**
 * Tells the year of something that happened ("Nobel prize in physics 2015", "2016 us election") from an
 * exam's, in a query that names no exam, paper, session or question.
 */
import { type ScopeField, SITTING_FIELDS } from "./curriculum-scope.ts";
import { type MentionContext, namesAny } from "./mention-context.ts";
import type { QueryToken } from "./query-tokens.ts";
import { OF_WORDS, words, YEAR_SUFFIX } from "./scope-words.ts";

/** What happens in a year. */
const HAPPENINGS = words(
  `prize prizes award agreement agreements accord accords treaty treaties pact summit referendum election
   elections crisis crises crash recession pandemic epidemic outbreak discovered discovery invented
   invention
   war wars revolution attack attacks earthquake tsunami hurricane eruption disaster scandal genocide
   coup
   prix traite traites sommet election elections crise krach recession pandemie epidemie decouverte
   decouvert
   decouverts decouvertes guerre guerres revolution attentat attentats seisme ouragan catastrophe
   preis abkommen vertrag gipfel wahl wahlen krise pandemie epidemie entdeckt entdeckung krieg kriege
   anschlag
   anschlage erdbeben katastrophe
   premio premios acuerdo acuerdos tratado tratados cumbre eleccion elecciones crisis recesion pandemia
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
  "诺贝 危机 协定 协议 大选 选举 疫情 战争 条约 发现 革命 地震 脱欧 公投 峰会 海啸 事故",
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

export function isToldEvent(
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

function isHappening(tokens: readonly QueryToken[], at: number): boolean {
  const { folded } = tokens[at]!;
  if (HAPPENINGS.has(folded) || NAMED_HAPPENINGS.has(folded)) return true;
  return (
    GERMAN_HAPPENING.test(folded) || CHINESE_HAPPENINGS.has(folded + (tokens[at + 1]?.folded ?? ""))
  );
}
