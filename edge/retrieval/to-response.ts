/** The response of one search in the wire format, from what its stages gave. Pure. */
import { SCOPE_FIELDS } from "#core/scope/curriculum-scope.ts";
import type { AssumedSubject } from "#core/scope/assume-subject.ts";
import { unverifiedFields } from "#core/scope/leakage.ts";
import type { ResolvedScope } from "#core/scope/resolve-scope.ts";
import { highlight } from "#core/text/highlight.ts";
import type { Hit, SearchRequest, SearchResponse } from "../schemas/search.ts";
import type { FirstStageResult } from "../store/first-stage.ts";
import type { ServedModel } from "../store/ranking-model-kv.ts";
import { CURSOR_TTL_MS, encodeCursor } from "./cursor.ts";
import type { EncodedQuery } from "./encode-query.ts";
import { scopeBody } from "./scope-body.ts";
import type { SearchContext, Timing } from "./search.ts";
import type { RankedHit, SecondStage } from "./second-stage.ts";
import { selectFields } from "./select-fields.ts";
import type { StageInput } from "./stages.ts";
import { traceLines } from "./trace.ts";
import type { Widened } from "./widen.ts";

export interface SearchParts {
  readonly request: SearchRequest;
  readonly context: SearchContext;
  readonly stages: StageInput;
  readonly scope: ResolvedScope;
  readonly assumed: AssumedSubject | null;
  readonly encoded: EncodedQuery;
  readonly served: ServedModel;
  readonly first: FirstStageResult;
  readonly second: SecondStage;
  readonly timing: Timing;
  readonly widened: Widened;
  /** Binds the cursor to this tenant and request. */
  readonly fingerprint: string;
}

export async function toResponse(parts: SearchParts): Promise<SearchResponse> {
  const { request, context, scope, assumed, encoded, served } = parts;
  const { first, second, timing, widened } = parts;
  const hits = second.hits.slice(0, request.k).map((hit, index) => toHit(hit, index + 1, parts));
  const lexicalEmpty = first.statistics.stems.every(
    ({ documentFrequency }) => documentFrequency === 0,
  );
  return {
    request_id: context.requestId,
    outcome: widened.outcome,
    hits,
    scope: scopeBody(scope, assumed),
    relaxation: widened.trace.map((entry) => ({ ...entry, dropped: [...entry.dropped] })),
    notes: [...responseNotes(first, scope, lexicalEmpty), ...widened.notes],
    pool_size: first.poolSize,
    path: { dense: first.densePath, lexical: lexicalEmpty ? "none" : "impacts" },
    model: {
      version: second.model?.version ?? null,
      status: served.model === second.model && request.rerank ? served.status : "not_used",
    },
    encoder: encoded.encoder,
    degraded: [
      ...(encoded.degraded === null ? [] : [encoded.degraded]),
      ...(["current", "requested", "none"].includes(served.status) || !request.rerank
        ? []
        : [`model_${served.status}`]),
      ...(request.rerank && served.model !== second.model ? ["model_needs_vector"] : []),
    ],
    cache: "miss",
    timing_ms: { ...timing },
    ...(request.explain ? { trace: traceLines(parts) } : {}),
    next_cursor: await nextCursor(parts),
  };
}

function toHit(hit: RankedHit, rank: number, parts: SearchParts): Hit {
  const { request, second, widened } = parts;
  const { document, ranked, leakage, alsoIn } = hit;
  const { reliability: _, ...shown } = document;
  return {
    ...selectFields(shown, request.fields),
    id: document.id,
    rank,
    score: ranked.score,
    ...(request.highlight ? { highlights: highlight(document.text, wordsOf(parts)) } : {}),
    leakage: { gate: [...leakage.gate], tuple: [...leakage.tuple] },
    unverified: unverifiedFields(document, parts.scope),
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

/** The rest of the window, or null when this page is the last. */
function nextCursor(parts: SearchParts) {
  const { request, context, first, second, widened, assumed, fingerprint } = parts;
  const rest = second.hits.slice(request.k);
  if (rest.length === 0) {
    return null;
  }
  return encodeCursor({
    fingerprint,
    expires: context.dependencies.now() + CURSOR_TTL_MS,
    model: second.model?.version ?? null,
    outcome: widened.outcome,
    step: widened.step,
    pool: first.poolSize,
    assumed: assumed?.subject ?? null,
    from: request.k + 1,
    entries: rest.map(({ ranked }) => [
      ranked.id,
      ranked.score,
      ranked.fused.ranks["lexical"] ?? null,
      ranked.fused.ranks["dense"] ?? null,
      ranked.fused.ranks["expansion"] ?? null,
    ]),
  });
}

/** What a hit may have been found by. */
const wordsOf = ({ first: { statistics }, stages: { expansion } }: SearchParts) => [
  ...statistics.stems.map(({ lexeme }) => lexeme),
  ...statistics.exact.map(({ lexeme }) => lexeme),
  ...Object.values(expansion?.words ?? {}).flatMap((words) => words.split(" ")),
];

function responseNotes(first: FirstStageResult, scope: ResolvedScope, lexicalEmpty: boolean) {
  const notes: string[] = [];
  if (lexicalEmpty) {
    notes.push("lexical_empty");
  }
  if (first.poolSize === 0) {
    const fields = SCOPE_FIELDS.filter((field) => scope.gate[field] !== undefined);
    const reason =
      fields.length === 0 ? "the corpus is empty" : `no document has this ${fields.join(" + ")}`;
    notes.push(`empty_pool: ${reason}`);
  }
  return notes;
}
