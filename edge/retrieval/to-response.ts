/** The response of one search in the wire format, from what its stages gave. Pure. */
import { SCOPE_FIELDS } from "#core/scope/curriculum-scope.ts";
import type { ResolvedScope, ScopeNote } from "#core/scope/resolve-scope.ts";
import { highlight } from "#core/text/highlight.ts";
import type { Hit, SearchRequest, SearchResponse } from "../schemas/search.ts";
import type { FirstStageResult } from "../store/first-stage.ts";
import type { ServedModel } from "../store/ranking-model-kv.ts";
import type { EncodedQuery } from "./encode-query.ts";
import type { SearchContext, Timing } from "./search.ts";
import type { RankedHit, SecondStage } from "./second-stage.ts";
import type { Widened } from "./widen.ts";

export interface SearchParts {
  readonly request: SearchRequest;
  readonly context: SearchContext;
  readonly scope: ResolvedScope;
  readonly encoded: EncodedQuery;
  readonly served: ServedModel;
  readonly first: FirstStageResult;
  readonly second: SecondStage;
  readonly timing: Timing;
  readonly widened: Widened;
}

export function toResponse(parts: SearchParts): SearchResponse {
  const { request, context, scope, encoded, served, first, second, timing, widened } = parts;
  const hits = second.hits.slice(0, request.k).map((hit, index) => toHit(hit, index + 1, parts));
  const lexicalEmpty = first.statistics.stems.every(
    ({ documentFrequency }) => documentFrequency === 0,
  );
  return {
    request_id: context.requestId,
    outcome: widened.outcome,
    hits,
    scope: {
      requested: mutable(scope.requested),
      extracted: scope.extracted.map((value) => ({
        ...value,
        values: [...value.values],
        span: [value.span[0], value.span[1]] as [number, number],
      })),
      effective: mutable(scope.effective),
      locked: [...scope.locked],
      unresolved: [...scope.unresolved],
      notes: scope.notes.map(noteText),
    },
    relaxation: widened.trace.map((entry) => ({ ...entry, dropped: [...entry.dropped] })),
    notes: [...responseNotes(first, scope, lexicalEmpty), ...widened.notes],
    pool_size: first.poolSize,
    path: { dense: first.densePath, lexical: lexicalEmpty ? "none" : "impacts" },
    model: {
      version: request.rerank ? (served.model?.version ?? null) : null,
      status: request.rerank ? served.status : "not_used",
    },
    encoder: encoded.encoder,
    degraded: [
      ...(encoded.degraded === null ? [] : [encoded.degraded]),
      ...(served.status === "current" || served.status === "none" || !request.rerank
        ? []
        : [`model_${served.status}`]),
    ],
    cache: "miss",
    timing_ms: { ...timing },
    next_cursor: null,
  };
}

function toHit(hit: RankedHit, rank: number, parts: SearchParts): Hit {
  const { request, second, first, widened } = parts;
  const { document, ranked, leakage, alsoIn } = hit;
  const { reliability: _, ...shown } = document;
  const selected =
    request.fields === undefined
      ? pick(shown, ["title", "text", "options", ...SCOPE_FIELDS, "source"])
      : pick(shown, request.fields);
  return {
    ...selected,
    id: document.id,
    rank,
    score: ranked.score,
    ...(request.highlight ? { highlights: highlight(document.text, lexemesOf(first)) } : {}),
    leakage: { gate: [...leakage.gate], tuple: [...leakage.tuple] },
    step: leakage.tuple.length > 0 ? widened.step : null,
    ranks: {
      lexical: ranked.fused.ranks["lexical"] ?? null,
      dense: ranked.fused.ranks["dense"] ?? null,
      expansion: ranked.fused.ranks["expansion"] ?? null,
    },
    ...(request.explain ? { contributions: second.explain(hit) } : {}),
    also_in: alsoIn.map(({ id, paper }) => ({ id, paper })),
  } as Hit;
}

const lexemesOf = ({ statistics }: FirstStageResult) => [
  ...statistics.stems.map(({ lexeme }) => lexeme),
  ...statistics.exact.map(({ lexeme }) => lexeme),
];

function pick(document: object, fields: readonly string[]): Record<string, unknown> {
  const values = document as Readonly<Record<string, unknown>>;
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
}

function mutable(scope: object): Record<string, (string | number)[]> {
  return Object.fromEntries(
    Object.entries(scope).map(([field, values]) => [
      field,
      [...(values as readonly (string | number)[])],
    ]),
  );
}

const noteText = ({ code, field, values }: ScopeNote) => `${code}: ${field} ${values.join(", ")}`;

function responseNotes(first: FirstStageResult, scope: ResolvedScope, lexicalEmpty: boolean) {
  const notes: string[] = [];
  if (lexicalEmpty) {
    notes.push("lexical_empty");
  }
  if (first.poolSize === 0) {
    const fields = SCOPE_FIELDS.filter((field) => scope.gate[field] !== undefined);
    notes.push(`empty_pool: no document has this ${fields.join(" + ")}`);
  }
  return notes;
}
