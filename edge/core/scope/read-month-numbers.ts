/** Reads a sitting by the number of its month, before a year: "06/2016", "9/2019". */
import type { CompiledVocabulary } from "./compile-vocabulary.ts";
import type { Mention } from "./mention.ts";
import type { QueryToken } from "./query-tokens.ts";
import { shownValues } from "./read-names.ts";
import { yearAt } from "./read-years.ts";

/** The vocabulary knows the month by a name such as "month 6". */
export function readMonthNumber(
  tokens: readonly QueryToken[],
  at: number,
  vocabulary: CompiledVocabulary,
): Mention | null {
  const { folded, gap } = tokens[at]!;
  const next = tokens[at + 1];
  if (!/^(?:0?[1-9]|1[0-2])$/u.test(folded) || !/^[/-]$/u.test(next?.gap ?? "")) return null;
  // "14/06/2016" is a day; yearAt refuses it, but not "1/06/2016" read from its middle.
  if (/^[./-]$/u.test(gap) || yearAt(tokens, at + 1) === null) return null;
  const entries = vocabulary.named.get("session")?.get(`month ${Number(folded)}`) ?? [];
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
