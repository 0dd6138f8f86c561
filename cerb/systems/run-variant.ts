/**
 * Runs one case through one variant of the real app and writes down what came back, with the gate of
 * every step computed by the product's own functions. An answer that is an error is recorded, never
 * thrown: a table counts it.
 */
import { planRelaxation } from "#core/relaxation/relax.ts";
import type { CurriculumScope } from "#core/scope/curriculum-scope.ts";
import { extractScope } from "#core/scope/extract-scope.ts";
import { resolveScope } from "#core/scope/resolve-scope.ts";
import { HARD_CONFIDENCE } from "#core/scope/scope-extraction.ts";
import { type App, createApp } from "#edge/app.ts";
import type { Dependencies, Embedder, KeyValueStore } from "#edge/ports.ts";
import { gateOf, readScope } from "#edge/retrieval/pipeline.ts";
import { allowedSteps } from "#edge/retrieval/widen.ts";
import type { Hit, SearchResponse } from "#edge/schemas/search.ts";
import { sha256Hex } from "#edge/sha256.ts";
import { loadTenantContext, type TenantContext } from "#edge/store/tenant-context.ts";
import { CERB_CUTOFF } from "#measures/judged-result.ts";
import { type BenchmarkCase, type Mode, requestScope } from "../ablation/benchmark-case.ts";
import type { ReturnedRecord, RunRecord, StepRecord } from "./run-record.ts";
import type { SearchIndex } from "./search-index.ts";
import type { Variant } from "./variants.ts";

export interface VariantRunner {
  readonly variant: Variant;
  run(item: BenchmarkCase, mode: Mode): Promise<RunRecord>;
}

export interface RunnerParts {
  readonly index: SearchIndex;
  readonly embedder: Embedder | null;
  /** Holds the learned model; empty for the variants without one. */
  readonly models: KeyValueStore;
}

const NO_MODELS: KeyValueStore = { get: async () => null };

export async function createRunner(variant: Variant, parts: RunnerParts): Promise<VariantRunner> {
  const { database, key } = parts.index;
  const tenant = await loadTenantContext(database, { keyHash: await sha256Hex(key) });
  const pending: Promise<unknown>[] = [];
  const dependencies: Dependencies = {
    // An object of its own: what an app remembers belongs to its database.
    database: { ...database },
    models: variant.usesModel ? parts.models : NO_MODELS,
    embedder: parts.embedder,
    now: () => performance.timeOrigin + performance.now(),
    log: () => undefined,
    background: (work) => void pending.push(work.catch(() => undefined)),
    ...(variant.pipeline === undefined ? {} : { pipeline: variant.pipeline }),
  };
  const app = createApp(() => dependencies);
  return {
    variant,
    run: async (item, mode) => {
      const record = await runCase({ app, key, variant, tenant: tenant! }, item, mode);
      // What the product does beside a search must not slow the next one.
      await Promise.all(pending.splice(0));
      return record;
    },
  };
}

interface Running {
  readonly app: App;
  readonly key: string;
  readonly variant: Variant;
  readonly tenant: TenantContext;
}

async function runCase(running: Running, item: BenchmarkCase, mode: Mode): Promise<RunRecord> {
  const scope = requestScope(item, mode);
  const started = performance.now();
  const response = await running.app.request("/v1/search", {
    method: "POST",
    headers: { authorization: `Bearer ${running.key}`, "content-type": "application/json" },
    body: JSON.stringify({
      ...running.variant.request,
      query: item.query,
      scope,
      highlight: false,
      fields: ["id"],
    }),
  });
  const body = (await response.json()) as
    | SearchResponse
    | { error: { code: string; message: string } };
  const latency = performance.now() - started;
  const base = {
    case_id: item.id,
    variant: running.variant.name,
    mode,
    explicit_scope: scope as RunRecord["explicit_scope"],
    latency_ms: rounded(latency),
  };
  if ("error" in body) {
    const { code, message } = body.error;
    return { ...base, ...NOTHING, error: { code, message } };
  }
  if (body.cache === "hit") throw new Error(`${item.id}: a kept answer is no measurement`);
  return {
    ...base,
    returned: returnedOf(body.hits, running.variant),
    extracted_scope: extractedOf(body),
    effective_scope: body.scope.effective as RunRecord["effective_scope"],
    outcome: body.outcome,
    notes: [...body.scope.notes, ...body.notes],
    degraded: body.degraded,
    steps: stepsOf(body, item.query, scope, running),
    error: null,
  };
}

const NOTHING = {
  returned: [],
  extracted_scope: {},
  effective_scope: {},
  outcome: "error",
  notes: [],
  degraded: [],
  steps: [],
} as const;

function returnedOf(hits: readonly Hit[], { filtersAfter, marks }: Variant): ReturnedRecord[] {
  return hits
    .filter(({ leakage }) => !filtersAfter || leakage.gate.length === 0)
    .slice(0, CERB_CUTOFF)
    .map(({ id, score, leakage, unverified, ranks }, index) => ({
      id,
      rank: index + 1,
      score,
      leaks: marks === "none" ? [] : leakage.tuple,
      unverified: marks === "all" ? unverified : [],
      ranks,
    }));
}

function extractedOf({ scope }: SearchResponse): RunRecord["extracted_scope"] {
  const read: Record<string, (string | number)[]> = {};
  for (const { field, values, confidence } of scope.extracted) {
    if (confidence < HARD_CONFIDENCE) continue;
    read[field] = [...new Set([...(read[field] ?? []), ...values])];
  }
  return read;
}

/** The response names steps and pools; the gates follow from the same plan that the product made. */
function stepsOf(
  body: SearchResponse,
  query: string,
  requested: CurriculumScope,
  { variant, tenant }: Running,
): StepRecord[] {
  const { vocabulary } = tenant;
  const extraction = readScope(extractScope(query, vocabulary), variant.pipeline);
  const resolved = resolveScope({ locked: {}, requested, extraction, vocabulary });
  const gate = gateOf(resolved, variant.pipeline);
  const plan = planRelaxation({
    gate,
    locked: [],
    strict: variant.request.strict,
    allowed: allowedSteps(variant.request.relax),
  });
  const first = body.relaxation[0]?.pool_before ?? body.pool_size;
  const ms = body.timing_ms["database"] ?? 0;
  return [
    { step: "gate", dropped: [], reason: null, pool_size: first, gate, ms: rounded(ms) },
    ...body.relaxation.map(({ step, dropped, reason, pool_after, ms: stepMs }) => ({
      step,
      dropped,
      reason,
      pool_size: pool_after,
      gate: plan.steps.find((planned) => planned.step === step)?.gate ?? {},
      ms: rounded(stepMs),
    })),
  ];
}

const rounded = (ms: number) => Math.round(ms * 100) / 100;
