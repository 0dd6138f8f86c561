/**
 * Reads years that are open to one side, in five languages: "since 2017", "2013 onwards", "up to 2014",
 * "2016+", "older than 2015", "2016年之前". They reach to where the corpus ends.
 */
import type { CompiledVocabulary } from "../vocabulary/compile-vocabulary.ts";
import { isAtEnd } from "./mention.ts";
import { isPhraseAt, type QueryToken } from "../query-tokens.ts";
import { YEAR_SUFFIX } from "../words/scope-words.ts";

export type YearSpan = NonNullable<CompiledVocabulary["vocabulary"]["years"]>;

/** "since" and "until" hold the year itself, "after" and "before" do not. */
type Side = "since" | "after" | "until" | "before";

export interface OpenRange {
  readonly first: number;
  readonly last: number;
  readonly from: number;
  readonly to: number;
  readonly rule: string;
}

/** Before the year. */
const LEADS = bySide({
  since: `since,depuis,seit,ab,desde,a partir de,a partir du,no earlier than,not earlier than,not before,
   starting from,starting in,pas avant,au plus tot en,nicht vor,fruhestens,no antes de,不 早 于`,
  after: `after,apres,nach,post,newer than,later than,more recent than,plus recent que,plus recents que,
   plus recente que,plus recentes que,posterieur a,posterieurs a,posterieures a,neuer als,
   junger als,spater als,despues de,posterior a,posteriores a,mas reciente que,mas recientes que,
   晚 于`,
  until: `until,till,up to,up until,no later than,not later than,jusqu a,jusqu en,jusque,au plus tard en,
   pas apres,bis,bis einschliesslich,spatestens,nicht nach,hasta,no despues de,截 至,截 止,直 到,不 晚 于`,
  before: `before,prior to,pre,older than,earlier than,avant,anterieur a,anterieurs a,anterieures a,
   plus ancien que,plus anciens que,plus vieux que,vor,alter als,fruher als,antes,antes de,
   anterior a,anteriores a,mas antiguo que,mas antiguos que,早 于`,
});

/** Behind the year. */
const SUFFIXES = bySide({
  since: `onwards,onward,and onwards,and onward,and later,or later,and newer,or newer,and after,or after,
   and up,and above,and beyond,and since,to present,to the present,to now,to date,to today,
   until now,till now,until today,through today,et plus,ou plus,et plus tard,ou plus tard,
   et apres,ou apres,et au dela,
   et suivants,et suivantes,et plus recent,et plus recents,ou plus recent,a aujourd hui,
   jusqu a aujourd hui,a nos jours,jusqu a maintenant,und spater,oder spater,und neuer,oder neuer,
   und danach,und aufwarts,aufwarts,bis heute,bis jetzt,en adelante,y posteriores,y despues,
   o despues,o posterior,o posteriores,y mas,o mas,hasta hoy,hasta ahora,以 来,以 后,及 以 后,或 以 后,之 后,
   及 之 后,或 之 后,起,开 始,至 今,到 现 在,到 今`,
  after: "",
  until: `and earlier,or earlier,and older,or older,and before,or before,and below,et avant,ou avant,
   et anterieurs,et moins,ou moins,et plus ancien,et plus anciens,und fruher,oder fruher,
   und alter,oder alter,und davor,y anteriores,y antes,o antes,o anterior,o anteriores,及 以 前,
   或 以 前,及 之 前,或 之 前,为 止`,
  before: "之 前,以 前,前",
});

type Phrases = ReadonlyMap<string, readonly { words: readonly string[]; side: Side }[]>;

/** Phrases by their first word, the longest first. */
function bySide(texts: Record<Side, string>): Phrases {
  const map = new Map<string, { words: readonly string[]; side: Side }[]>();
  for (const [side, text] of Object.entries(texts) as [Side, string][]) {
    for (const phrase of text.split(",")) {
      const words = phrase.trim().split(/\s+/u);
      if (words[0] === "") continue;
      map.set(words[0]!, [...(map.get(words[0]!) ?? []), { words, side }]);
    }
  }
  for (const list of map.values()) list.sort((a, b) => b.words.length - a.words.length);
  return map;
}

const LEAD_WORDS_MAX = 4;

/** The open range that the year at token `at` belongs to, or null. */
export function readOpenRange(
  tokens: readonly QueryToken[],
  at: number,
  year: number,
  years: YearSpan,
): OpenRange | null {
  const end = tokens[at + 1]?.folded === YEAR_SUFFIX ? at + 2 : at + 1;
  const suffix = phraseAt(SUFFIXES, tokens, end);
  if (suffix !== undefined) {
    return bounded(suffix.side, year, years, [at, end + suffix.words.length]);
  }
  const hasPlus = tokens[at]!.isPlus && tokens[at + 1]?.isNumber !== true;
  if (hasPlus) return bounded("since", year, years, [at, at + 1]);
  if (isFromOn(tokens, at)) return bounded("since", year, years, [at - 1, at + 2]);
  for (let from = Math.max(0, at - LEAD_WORDS_MAX); from < at; from += 1) {
    const lead = phraseAt(LEADS, tokens, from, at);
    if (lead !== undefined) return bounded(lead.side, year, years, [from, at + 1]);
  }
  return null;
}

function phraseAt(phrases: Phrases, tokens: readonly QueryToken[], from: number, to?: number) {
  const found = phrases
    .get(tokens[from]?.folded ?? "")
    ?.find(
      ({ words }) =>
        (to === undefined || from + words.length === to) && isPhraseAt(tokens, from, words),
    );
  if (found === undefined) return undefined;
  const gaps = tokens.slice(from + (to === undefined ? 0 : 1), from + found.words.length);
  return gaps.every(({ gap }) => /^[\s'’-]*$/u.test(gap)) ? found : undefined;
}

/** "from 2016 on"; not "from 2016 on photosynthesis". */
function isFromOn(tokens: readonly QueryToken[], at: number): boolean {
  if (tokens[at - 1]?.folded !== "from" && tokens[at - 1]?.folded !== "von") return false;
  if (!/^(?:on|an)$/u.test(tokens[at + 1]?.folded ?? "")) return false;
  return isAtEnd(tokens, at + 2) || /[,;:.()?!]/u.test(tokens[at + 2]!.gap);
}

/** A year outside the corpus where the corpus has none on that side, lest its opposite be kept. */
function bounded(
  side: Side,
  year: number,
  years: YearSpan,
  [from, to]: readonly [number, number],
): OpenRange {
  const rule = `year_${side}`;
  if (side === "since" || side === "after") {
    const first = side === "since" ? year : year + 1;
    return { first, last: Math.max(first, years.last), from, to, rule };
  }
  const last = side === "until" ? year : year - 1;
  return { first: Math.min(last, years.first), last, from, to, rule };
}
