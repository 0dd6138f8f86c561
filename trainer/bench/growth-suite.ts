/**
 * `bench growth`: how the first stage grows with the pool that is searched, and with the corpus around a
 * pool that stays. The same documents are gated in a corpus and in one of ten times its size; both take
 * turns query by query.
 */
import { decodeFirstStage, firstStageStatement } from "#edge/store/first-stage.ts";
import { enterTenant } from "#edge/store/tenant-database.ts";
import { takeTurns } from "./measure.ts";
import { type BenchCorpus, buildCorpus, gateOfPool, MODEL } from "./search-corpus.ts";
import { type BenchQuery, drawQueries, percentile } from "./search-queries.ts";
import type { BenchOptions, BenchReport, BenchSuite } from "./suite.ts";

const SMALL = 1000;
const SMALL_SMOKE = 20;
const FACTOR = 10;
const QUERIES = 30;
const QUERIES_SMOKE = 2;
/** Smaller pools than 2^this cost the fixed part alone. */
const EXPONENT_MIN = 5;

export interface GrowthRow {
  readonly pool: number;
  /** Null: the small corpus does not hold this pool. */
  readonly smallP50Ms: number | null;
  readonly largeP50Ms: number;
}

async function run({ smoke, seed, log }: BenchOptions): Promise<BenchReport> {
  const size = smoke ? SMALL_SMOKE : SMALL;
  const small = await buildCorpus({ documents: size, seed, log });
  const large = await buildCorpus({ documents: size * FACTOR, seed, log });
  try {
    const queries = drawQueries(small, smoke ? QUERIES_SMOKE : QUERIES, seed);
    const rows: GrowthRow[] = [];
    const last = Math.floor(Math.log2(size * FACTOR)) - 1;
    for (let exponent = smoke ? 2 : EXPONENT_MIN; exponent <= last; exponent++) {
      const holds = 2 ** (exponent + 1) - 1 <= size;
      rows.push(await measurePool(exponent, queries, holds ? small : null, large));
      log(`pool of ${2 ** exponent} documents measured`);
    }
    return report(rows);
  } finally {
    await small.close();
    await large.close();
  }
}

async function measurePool(
  exponent: number,
  queries: readonly BenchQuery[],
  small: BenchCorpus | null,
  large: BenchCorpus,
): Promise<GrowthRow> {
  const times = { small: [] as number[], large: [] as number[] };
  for (const query of queries) {
    const contenders = {
      small: async () => (small === null ? Number.NaN : search(small, query, exponent)),
      large: () => search(large, query, exponent),
    };
    const turn = await takeTurns(contenders, 1);
    times.small.push(...turn.small);
    times.large.push(...turn.large);
  }
  return {
    pool: 2 ** exponent,
    smallP50Ms: small === null ? null : percentile(times.small, 0.5),
    largeP50Ms: percentile(times.large, 0.5),
  };
}

/** Milliseconds; throws where the gate does not hold what it should. */
async function search(
  { database, tenantId }: BenchCorpus,
  { text, vector }: BenchQuery,
  exponent: number,
): Promise<number> {
  const request = {
    tenantId,
    languages: ["en", "fr"],
    query: text,
    expansion: null,
    vector,
    embeddingModel: MODEL,
    gate: gateOfPool(exponent),
  };
  const started = performance.now();
  const [, rows] = await database.batch([
    enterTenant(tenantId, null),
    firstStageStatement(request),
  ]);
  const ms = performance.now() - started;
  const { poolSize } = decodeFirstStage(rows![0]!, request);
  if (poolSize !== 2 ** exponent) throw new Error(`the pool holds ${poolSize} documents`);
  return ms;
}

/** Slope of the least-squares line through (log x, log y). */
export function exponentOf(points: readonly (readonly [number, number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const mean = (axis: 0 | 1) => logs.reduce((sum, point) => sum + point[axis], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const rise = logs.reduce((sum, [lx, ly]) => sum + (lx - x) * (ly - y), 0);
  return rise / logs.reduce((sum, [lx]) => sum + (lx - x) ** 2, 0);
}

function report(rows: readonly GrowthRow[]): BenchReport {
  const poolExponent = exponentOf(rows.map(({ pool, largeP50Ms }) => [pool, largeP50Ms]));
  const shared = rows.filter(({ smallP50Ms }) => smallP50Ms !== null);
  const logs = shared.map(({ smallP50Ms, largeP50Ms }) => Math.log(largeP50Ms / smallP50Ms!));
  const corpusFactor10x = Math.exp(logs.reduce((sum, one) => sum + one, 0) / logs.length);
  const points = (of: (row: GrowthRow) => number | null) =>
    rows.flatMap((row): [number, number][] => {
      const ms = of(row);
      return ms === null ? [] : [[row.pool, ms]];
    });
  return {
    json: { poolExponent, corpusFactor10x, rows },
    tables: [
      {
        title: "Growth of the first stage",
        note:
          `Time grows with pool^${poolExponent.toFixed(2)}; with the corpus ten times larger around ` +
          `the same pool it is ${corpusFactor10x.toFixed(2)} times as long.`,
        columns: ["documents in the gate", "p50 ms", "p50 ms, corpus × 10"],
        rows: rows.map(({ pool, smallP50Ms, largeP50Ms }) => [
          String(pool),
          smallP50Ms?.toFixed(1) ?? "–",
          largeP50Ms.toFixed(1),
        ]),
      },
    ],
    charts: [
      {
        title: "Time by pool",
        xLabel: "documents in the gate",
        yLabel: "p50 ms",
        series: [
          { name: "corpus", points: points((row) => row.smallP50Ms) },
          { name: "corpus × 10", points: points((row) => row.largeP50Ms) },
        ],
      },
    ],
  };
}

export const growthSuite: BenchSuite = {
  description: "Growth of gated search with pool and corpus",
  run,
};
