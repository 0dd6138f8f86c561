/** The scope of an answer as chips: which values hold for a field, and who said so. Pure. */
import type { ExtractedScope, ScopeField, SearchResponse } from "../client/create-client.ts";
import { SCOPE_FIELDS, type SearchState } from "./search-state.ts";

/** From here on words are part of the scope, and below the second one a mere mention ("buffer solution"). */
const HEEDED_CONFIDENCE_MIN = 0.9;
const READ_CONFIDENCE_MIN = 0.5;

export type ChipOrigin = "lock" | "request" | "words" | "exclusion";
export type Span = readonly [number, number];

export interface ScopeChip {
  readonly field: ScopeField;
  readonly values: readonly string[];
  readonly origin: ChipOrigin;
  /** Where in the query it was read; empty unless the words said so. */
  readonly spans: readonly Span[];
}

/** Chips in the order of the curriculum tuple; without an answer, what was set by hand. */
export function scopeChips(
  { scope }: Pick<SearchState, "scope">,
  answer: SearchResponse | null,
): ScopeChip[] {
  return SCOPE_FIELDS.flatMap((field): ScopeChip[] => {
    const effective = answer?.scope.effective[field]?.map(String);
    if (effective !== undefined && answer?.scope.locked.includes(field) === true) {
      return [{ field, values: effective, origin: "lock", spans: [] }];
    }
    const byHand = scope[field];
    if (byHand !== undefined) {
      return [{ field, values: byHand, origin: "request", spans: [] }];
    }
    // What was asked by hand before, and is not any more, is no part of the next search.
    if (effective === undefined || answer?.scope.requested[field] !== undefined) {
      return [];
    }
    const spans = heeded(answer?.scope.extracted ?? [], field, effective).map(({ span }) => span);
    const origin = spans.length === 0 ? "exclusion" : "words";
    return [{ field, values: effective, origin, spans: distinct(spans) }];
  });
}

/** What was read from the words without becoming part of the scope. */
export function unheeded(
  { scope }: Pick<SearchState, "scope">,
  answer: SearchResponse,
): ExtractedScope[] {
  return answer.scope.extracted.filter(({ field, values }) => {
    const effective = answer.scope.effective[field]?.map(String) ?? [];
    return (
      scope[field] === undefined &&
      !answer.scope.locked.includes(field) &&
      !values.some((value) => effective.includes(String(value)))
    );
  });
}

function heeded(
  extracted: readonly ExtractedScope[],
  field: ScopeField,
  effective: readonly string[],
): ExtractedScope[] {
  return extracted.filter(
    (one) =>
      one.field === field &&
      one.confidence >= HEEDED_CONFIDENCE_MIN &&
      one.values.some((value) => effective.includes(String(value))),
  );
}

function distinct(spans: readonly Span[]): Span[] {
  return spans.filter(
    ([from, to], index) => spans.findIndex((span) => span[0] === from && span[1] === to) === index,
  );
}

export interface EchoSegment {
  readonly text: string;
  /** Fields that these words were read as; empty for other words. */
  readonly fields: readonly ScopeField[];
}

/** The query cut where the reading of its words changes; a mere mention is none. */
export function echoSegments(query: string, found: readonly ExtractedScope[]): EchoSegment[] {
  const extracted = found.filter(({ confidence }) => confidence >= READ_CONFIDENCE_MIN);
  const inside = (at: number) => at > 0 && at < query.length;
  const cuts = [0, ...extracted.flatMap(({ span }) => span).filter(inside), query.length];
  const edges = [...new Set(cuts)].toSorted((a, b) => a - b);
  return edges.slice(1).map((to, index) => {
    const from = edges[index] ?? 0;
    const fields = SCOPE_FIELDS.filter((field) =>
      extracted.some((one) => one.field === field && one.span[0] <= from && one.span[1] >= to),
    );
    return { text: query.slice(from, to), fields };
  });
}
