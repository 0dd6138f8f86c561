/** What every layer of a run shares: judged queries, folds, lexical pools, document vectors. */
import { unitVector } from "#core/encoder/unit-vector.ts";
import type { JudgedQuery } from "../data/judgment.ts";
import type { BeirDataset, Grades } from "./beir-dataset.ts";
import { collectPools } from "./collect-pools.ts";
import { foldsByComponent, foldsByQuery } from "../data/folds.ts";
import { judgedPool } from "../data/judged-pool.ts";
import type { LadderStack } from "./ladder-stack.ts";
import type { LadderContext } from "./learned-layers.ts";
import { testSet } from "./stage.ts";

export type ContextOptions = Pick<LadderContext, "seed" | "language" | "progress">;

export async function ladderContext(
  stack: LadderStack,
  dataset: BeirDataset,
  { seed, language, progress }: ContextOptions,
): Promise<LadderContext> {
  const tenant = await stack.tenant();
  const training = judgedQueries(dataset, dataset.train);
  const lexical = await collectPools({
    stack,
    tenant,
    queries: training,
    vectorOf: () => null,
    model: null,
    onProgress: progress("lexical training pools", training.length),
  });
  return {
    stack,
    tenant,
    language,
    seed,
    progress,
    training,
    test: testSet(judgedQueries(dataset, dataset.test), training),
    lexicalPools: training.map((judged, at) => judgedPool(judged, lexical[at]!)),
    folds: {
      byQuery: foldsByQuery(training.length, seed),
      byComponent: foldsByComponent(training, seed),
    },
    documentVector: await documentVectors(stack),
  };
}

/** In the order of the collection's queries. */
function judgedQueries(
  { queries }: BeirDataset,
  judgments: ReadonlyMap<string, Grades>,
): JudgedQuery[] {
  return queries.flatMap(({ id, text }) => {
    const grades = judgments.get(id);
    if (grades === undefined) return [];
    return [{ queryId: id, query: text, scope: {}, origin: "qrels", grades }];
  });
}

/** Unit vectors as the database holds them; the first chunk stands for a document of several. */
async function documentVectors({ database, tenantId }: LadderStack) {
  const rows = await database.query<{ id: string; embedding: string }>(
    `SELECT d.id, d.embedding::text AS embedding FROM chunk_dense d JOIN chunks c USING (chunk_key)
     WHERE d.tenant_id = $1 AND c.ordinal = 0`,
    [tenantId],
  );
  const vectors = new Map(
    rows.map(({ id, embedding }) => [id, unitVector(JSON.parse(embedding) as number[])!]),
  );
  const dimension = vectors.values().next().value?.length ?? 0;
  const missing = Array.from({ length: dimension }, () => 0);
  return (documentId: string) => vectors.get(documentId) ?? missing;
}
