/**
 * `bench search`: recall@10 and time of the product's whole first stage (both legs, one round trip,
 * row-level security, texts and features included) under gates of known share, beside pgvector's own
 * filtered HNSW, which looks for vectors alone. Contenders take turns query by query.
 */
import { RESCORE_CHUNKS } from "#edge/store/search-limits.ts";
import { enterTenant } from "#edge/store/tenant-database.ts";
import {
  decodeFirstStage,
  type FirstStageRequest,
  firstStageStatement,
} from "#edge/store/first-stage.ts";
import { takeTurns } from "./measure.ts";
import {
  type BenchCorpus,
  buildCorpus,
  DIMENSION,
  GATE_SHARES,
  gateOfShare,
  MODEL,
} from "./search-corpus.ts";
import { type BenchQuery, drawQueries, exactTop, percentile, recall } from "./search-queries.ts";
import { askRival, buildRivalIndex, type Rival, RIVALS } from "./search-rivals.ts";
import type { BenchOptions, BenchReport, BenchSuite } from "./suite.ts";

const DOCUMENTS = 10_000;
const DOCUMENTS_SMOKE = 200;
const QUERIES = 40;
const QUERIES_SMOKE = 3;

/** Ways of the product, by the largest pool that is scanned exactly. */
const VARIANTS = { exact: Number.MAX_SAFE_INTEGER, binary: 0 } as const;
type Variant = keyof typeof VARIANTS;

type Gate = Readonly<Record<string, readonly string[]>>;

export interface SearchRow {
  readonly store: string;
  readonly chunks: number;
  readonly dimension: number;
  readonly variant: string;
  /** Share of the chunks that the gate holds. */
  readonly gateShare: number;
  readonly recall10: number;
  /** Chunks inside the gate. */
  readonly rows: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly path: string;
}

async function run(options: BenchOptions): Promise<BenchReport> {
  const { smoke, seed, log } = options;
  const corpus = await buildCorpus({ documents: smoke ? DOCUMENTS_SMOKE : DOCUMENTS, seed, log });
  try {
    log(`building HNSW over ${corpus.chunks.length} chunks for the rivals`);
    const indexMs = await buildRivalIndex(corpus);
    const queries = drawQueries(corpus, smoke ? QUERIES_SMOKE : QUERIES, seed);
    const rows: SearchRow[] = [];
    const rivals: SearchRow[] = [];
    for (const gate of [{}, ...GATE_SHARES.map((_, index) => gateOfShare(index))]) {
      const measured = await measureGate(corpus, queries, gate);
      rows.push(...measured.filter(({ variant }) => variant in VARIANTS));
      rivals.push(...measured.filter(({ variant }) => variant in RIVALS));
      log(`gate of ${measured[0]!.rows} chunks measured`);
    }
    return report(rows, rivals, indexMs);
  } finally {
    await corpus.close();
  }
}

async function measureGate(
  corpus: BenchCorpus,
  queries: readonly BenchQuery[],
  gate: Gate,
): Promise<SearchRow[]> {
  const wanted = Object.values(gate).map(([value]) => value);
  const pool = corpus.chunks.filter(({ values }) =>
    wanted.every((value, index) => values[index] === value),
  );
  const names = [...Object.keys(VARIANTS), ...Object.keys(RIVALS)] as (Variant | Rival)[];
  const times = new Map(names.map((name) => [name, [] as number[]]));
  const recalls = new Map(names.map((name) => [name, 0]));
  for (const query of queries) {
    const exact = exactTop(pool, query.vector);
    const turn = (name: Variant | Rival) => async () => {
      const started = performance.now();
      const found = await ask(corpus, name, query, gate);
      const ms = performance.now() - started;
      recalls.set(name, recalls.get(name)! + recall(found, exact) / queries.length);
      return ms;
    };
    const contenders = Object.fromEntries(names.map((name) => [name, turn(name)]));
    for (const [name, [ms]] of Object.entries(await takeTurns(contenders, 1))) {
      times.get(name as Variant | Rival)!.push(ms!);
    }
  }
  return names.map((variant) => ({
    store: "pglite",
    chunks: corpus.chunks.length,
    dimension: DIMENSION,
    variant,
    gateShare: pool.length / corpus.chunks.length,
    recall10: recalls.get(variant)!,
    rows: pool.length,
    p50Ms: percentile(times.get(variant)!, 0.5),
    p95Ms: percentile(times.get(variant)!, 0.95),
    path: variant in VARIANTS ? variant : "hnsw",
  }));
}

/** Ids of the vector leg, best first. */
async function ask(
  { database, tenantId }: BenchCorpus,
  name: Variant | Rival,
  { text, vector }: BenchQuery,
  gate: Gate,
): Promise<readonly string[]> {
  if (name in RIVALS) return askRival(database, name as Rival, vector, gate);
  const request: FirstStageRequest = {
    tenantId,
    languages: ["en", "fr"],
    query: text,
    expansion: null,
    vector,
    embeddingModel: MODEL,
    gate,
    exactPoolMax: VARIANTS[name as Variant],
  };
  const [, rows] = await database.batch([
    enterTenant(tenantId, null),
    firstStageStatement(request),
  ]);
  return decodeFirstStage(rows![0]!, request)
    .candidates.filter(({ denseRank }) => denseRank !== null)
    .toSorted((a, b) => a.denseRank! - b.denseRank!)
    .map(({ id }) => id);
}

function report(
  rows: readonly SearchRow[],
  rivals: readonly SearchRow[],
  indexMs: number,
): BenchReport {
  const cells = (row: SearchRow) => [
    `${(100 * row.gateShare).toFixed(3)} %`,
    String(row.rows),
    row.variant,
    row.recall10.toFixed(3),
    row.p50Ms.toFixed(1),
    row.p95Ms.toFixed(1),
  ];
  const columns = ["gate", "chunks in it", "variant", "recall@10", "p50 ms", "p95 ms"];
  const seconds = (indexMs / 1000).toFixed(1);
  return {
    json: { rows, rivals, rivalIndexSeconds: indexMs / 1000 },
    tables: [
      {
        title: "The product's first stage",
        note: `Both legs, one round trip, texts and features included; binary rescored ${RESCORE_CHUNKS}.`,
        columns,
        rows: rows.map(cells),
      },
      {
        title: "pgvector's HNSW with a WHERE, vectors alone",
        note: `Index of the same chunks in the same database, built in ${seconds} s.`,
        columns,
        rows: rivals.map(cells),
      },
    ],
    charts: [],
  };
}

export const searchSuite: BenchSuite = {
  description: "Recall and time of gated search beside filtered HNSW",
  run,
};
