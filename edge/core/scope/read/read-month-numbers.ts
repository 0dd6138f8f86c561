/** Reads a sitting by the number of its month, before a year ("06/2016") or behind it ("2019-06"). */
import type { CompiledVocabulary } from "../vocabulary/compile-vocabulary.ts";
import type { Mention } from "./mention.ts";
import type { QueryToken } from "../query-tokens.ts";
import { shownValues } from "./read-names.ts";
import { yearAt } from "./read-years.ts";

/** The vocabulary knows the month by a name such as "month 6". */
export function readMonthNumber(
  tokens: readonly QueryToken[],
  at: number,
  vocabulary: CompiledVocabulary,
): Mention | null {
  const { folded } = tokens[at]!;
  if (!/^(?:0?[1-9]|1[0-2])$/u.test(folded)) return null;
  if (!isBeforeYear(tokens, at) && !isBehindYear(tokens, at)) return null;
  return monthMention(at, Number(folded), vocabulary);
}

/** The sitting of a month, which token `at` is the number of. */
export function monthMention(
  at: number,
  month: number,
  vocabulary: CompiledVocabulary,
): Mention | null {
  const entries = vocabulary.named.get("session")?.get(`month ${month}`) ?? [];
  if (entries.length === 0) return null;
  return {
    field: "session",
    values: [...new Set(entries.flatMap((entry) => shownValues(entry, "", vocabulary)))],
    entries,
    from: at,
    to: at + 1,
    kind: "ordinary",
    rule: "session_number",
    isExplicit: false,
  };
}

/** "06/2016"; "14/06/2016" is a day: yearAt refuses it, but not "1/06/2016" read from its middle. */
const isBeforeYear = (tokens: readonly QueryToken[], at: number): boolean =>
  /^[/-]$/u.test(tokens[at + 1]?.gap ?? "") &&
  !/^[./-]$/u.test(tokens[at]!.gap) &&
  yearAt(tokens, at + 1) !== null;

/** "2019-06": the zero tells the month from another year ("2010-12"); "2019-06-28" is a day. */
const isBehindYear = (tokens: readonly QueryToken[], at: number): boolean =>
  tokens[at]!.folded.startsWith("0") &&
  /^[/-]$/u.test(tokens[at]!.gap) &&
  yearAt(tokens, at - 1) !== null &&
  !/^[./-]$/u.test(tokens[at + 1]?.gap ?? "");
