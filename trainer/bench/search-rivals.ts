/**
 * What pgvector alone does with a filter: an HNSW index over all chunks of the same database and a WHERE
 * behind it, without and with iterative scans. Defaults of pgvector (m 16, ef_construction 64,
 * ef_search 40); the planner is kept from a sequential scan, so that the index answers.
 */
import type { Database } from "#edge/ports.ts";
import { type BenchCorpus, DIMENSION } from "./search-corpus.ts";
import { TOP } from "./search-queries.ts";

export const RIVALS = {
  "hnsw-where": "off",
  "hnsw-iterative": "strict_order",
} as const;
export type Rival = keyof typeof RIVALS;

/** Chunks that are asked for, so that TOP documents remain where documents have several. */
const CHUNKS = 2 * TOP;

/** Milliseconds of the build. */
export async function buildRivalIndex({ local }: BenchCorpus): Promise<number> {
  await local.execute(`CREATE TABLE bench_rival AS
    SELECT id, board, exam, session, embedding::vector(${DIMENSION}) AS embedding
    FROM chunk_dense ORDER BY chunk_key`);
  const started = performance.now();
  await local.execute(
    "CREATE INDEX bench_hnsw ON bench_rival USING hnsw (embedding vector_ip_ops)",
  );
  const ms = performance.now() - started;
  await local.execute("VACUUM ANALYZE bench_rival");
  return ms;
}

const STATEMENT = `SELECT id FROM bench_rival
WHERE ($2::text[] IS NULL OR board = ANY ($2)) AND ($3::text[] IS NULL OR exam = ANY ($3))
  AND ($4::text[] IS NULL OR session = ANY ($4))
ORDER BY embedding <#> $1::vector LIMIT ${CHUNKS}`;

export async function askRival(
  database: Database,
  rival: Rival,
  vector: readonly number[],
  gate: Readonly<Record<string, readonly string[]>>,
): Promise<string[]> {
  const settings = [
    ["enable_seqscan", "off"],
    ["hnsw.iterative_scan", RIVALS[rival]],
  ].map(([name, value]) => `set_config('${name}', '${value}', true)`);
  const [, rows] = await database.batch([
    { text: `SELECT ${settings.join(", ")}`, parameters: [] },
    {
      text: STATEMENT,
      parameters: [
        `[${vector.join(",")}]`,
        gate["board"] ?? null,
        gate["exam"] ?? null,
        gate["session"] ?? null,
      ],
    },
  ]);
  return [...new Set((rows as { id: string }[]).map(({ id }) => id))];
}
