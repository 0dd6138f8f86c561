/**
 * `npm start -- --once`: ten searches that must mean something, 200 warm ones for latency, and what
 * training changed, as one summary (fields: see README).
 */
import type { SearchResponse } from "../schemas/search.ts";
import type { FolderState } from "./data-folder.ts";
import { search, type SearchCall } from "./search-client.ts";
import { defaultCorpora } from "./shipped-corpora.ts";
import type { Stack } from "./stack.ts";

const SEARCHES: readonly SearchCall[] = [
  { query: "why does light bend when it enters glass", scope: { level: "High school" } },
  { query: "torque and rotational equilibrium", scope: { level: "College (introductory)" } },
  { query: "ap physics conservation of momentum in collisions" },
  { query: "exercice sur le théorème de Pythagore" },
  { query: "théorème de Pythagore", scope: { content_type: "mark_scheme" } },
  { query: "qu'est-ce que la réfraction de la lumière ?", scope: { language: "en" } },
  { query: "brevet 2017 amérique du nord exercice 5" },
  { query: "high school chemistry acid base titration" },
  { query: "Ohm's law resistance current", scope: { subject: "Physics" } },
  { query: "supply and demand elasticity", scope: { level: "high school" } },
];

const WARM_SEARCHES = 200;

export async function runOnce(stack: Stack, state: FolderState, seed: number) {
  const target = { url: stack.url, key: state.apiKey };
  const searches = [];
  let last: SearchResponse | null = null;
  let changedByTraining = 0;
  for (const call of SEARCHES) {
    const started = performance.now();
    last = await search(target, call);
    const ms = performance.now() - started;
    const unlearned = await search(target, { ...call, rerank: false });
    if (last.hits.map(({ id }) => id).join() !== unlearned.hits.map(({ id }) => id).join()) {
      changedByTraining += 1;
    }
    searches.push({
      query: call.query,
      scope: last.scope.effective,
      outcome: last.outcome,
      top: last.hits.slice(0, 3).map(({ id, subject, level }) => ({ id, subject, level })),
      ms: round(ms),
    });
  }
  const warm = await measureWarm(stack, target);
  const [counts] = await stack.database.query<{ documents: number; chunks: number }>(
    "SELECT (SELECT count(*)::integer FROM documents) AS documents, count(*)::integer AS chunks FROM chunks",
    [],
  );
  const certificate = await modelCertificate(stack, last?.model.version ?? null);
  return {
    seed,
    documents: counts!.documents,
    chunks: counts!.chunks,
    corpora: defaultCorpora().map(({ name, rows }) => ({ name, rows })),
    searches,
    warm,
    model: { ...last?.model, ...certificate },
    encoder: last?.encoder,
    changedByTraining,
  };
}

async function measureWarm(stack: Stack, target: { url: string; key: string }) {
  const times: number[] = [];
  const before = roundTrips(stack);
  for (let index = 0; index < WARM_SEARCHES; index += 1) {
    const call = SEARCHES[index % SEARCHES.length]!;
    const started = performance.now();
    await search(target, call);
    times.push(performance.now() - started);
  }
  const made = roundTrips(stack) - before;
  times.sort((a, b) => a - b);
  const quantile = (q: number) => round(times[Math.ceil(q * times.length) - 1]!);
  return {
    count: WARM_SEARCHES,
    p50Ms: quantile(0.5),
    p95Ms: quantile(0.95),
    roundTripsPerSearch: made / WARM_SEARCHES,
  };
}

/** Impressions are written in batches after the answer: they delay no search and are left out. */
const roundTrips = ({ gateway }: Stack) => gateway.requestCount() - gateway.impressionWriteCount();

async function modelCertificate(stack: Stack, version: string | null) {
  const [row] = await stack.database.query<{
    model: { cost: number; certificate: { gapRelMax: number } };
  }>("SELECT model FROM model_versions WHERE version = $1", [version]);
  return {
    chosenC: row?.model.cost ?? null,
    gapRelMax: row?.model.certificate.gapRelMax ?? null,
  };
}

const round = (ms: number) => Math.round(ms * 10) / 10;
