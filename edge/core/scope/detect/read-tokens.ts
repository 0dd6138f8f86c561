/** What the rules made of a query, token by token: the detector's input. */
import type { ScopeField } from "../curriculum-scope.ts";
import type { QueryToken } from "../query-tokens.ts";
import { type ExtractedValue, READ_CONFIDENCE, type ScopeExtraction } from "../scope-extraction.ts";
import { unique } from "../unique.ts";

export interface ReadTokens {
  readonly tokens: readonly QueryToken[];
  /** Every field that was read at a token, in order of the evidence. */
  readonly read: readonly (readonly ScopeField[])[];
  /** Tokens that the rules have judged, as scope or as a mere mention: the detector does not ask again. */
  readonly isJudged: readonly boolean[];
}

export function readTokens(
  tokens: readonly QueryToken[],
  { extracted, excluded }: Pick<ScopeExtraction, "extracted" | "excluded">,
): ReadTokens {
  const here = tokens.map((): ExtractedValue[] => []);
  for (const value of [...extracted, ...excluded]) {
    const [start, end] = value.span;
    for (let at = firstBehind(tokens, start); at < tokens.length; at += 1) {
      if (tokens[at]!.start >= end) break;
      here[at]!.push(value);
    }
  }
  return {
    tokens,
    read: here.map((values) =>
      unique(
        values.filter(({ confidence }) => confidence >= READ_CONFIDENCE).map(({ field }) => field),
      ),
    ),
    isJudged: here.map((values) => values.length > 0),
  };
}

/** Index of the first token that ends behind `position`, by bisection. */
function firstBehind(tokens: readonly QueryToken[], position: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle]!.end > position) high = middle;
    else low = middle + 1;
  }
  return low;
}
