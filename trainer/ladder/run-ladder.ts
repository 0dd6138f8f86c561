/**
 * The ladder from top to bottom: ingest through the product, the legs alone and fused through POST
 * /v1/search, learned term weights, linear fusion and the referees, then the best referee once more
 * over HTTP with its published model. Test judgments are read once, to score finished runs.
 */
import { encodeWithTable } from "#core/encoder/token-table.ts";
import type { Embedder } from "#edge/ports.ts";
import { currentModelKey, modelKey } from "#edge/store/ranking-model-kv.ts";
import { decodeTokenTable } from "#edge/store/token-table-format.ts";
import { currentTableKey, tableKey } from "#edge/store/token-table-kv.ts";
import { badInput } from "../training-error.ts";
import type { BeirDataset } from "./beir-dataset.ts";
import { ingestDataset } from "./ingest-dataset.ts";
import { type ContextOptions, ladderContext } from "./ladder-context.ts";
import { LADDER_MODEL, type LadderStack, startLadderStack } from "./ladder-stack.ts";
import { BEST_17, NO_MEMORY, SOURCE_14, SOURCE_17 } from "./layer-features.ts";
import {
  collectEncoder,
  type EncoderLayers,
  type LadderContext,
  type Layer,
  linearFusionLayer,
  type TrainedLayer,
  trainLayer,
} from "./learned-layers.ts";
import { queryVectors, type QueryVectors } from "./query-vectors.ts";
import { idsOf, serve, type ServedQuery } from "./search-run.ts";
import { largestServingGap } from "./serving-gap.ts";
import { evaluateStage, type Stage } from "./stage.ts";
import { termWeightLayers } from "./term-layers.ts";
import {
  MODEL_LAYERS,
  TABLE_LAYERS,
  withTrainingFigures,
  zeroShotLayers,
} from "./zero-shot-layers.ts";

export interface LadderOptions extends ContextOptions {
  /** Embeds what the collection ships no vectors for; null: words alone. */
  readonly embedder: Embedder | null;
  /** Bytes of the collection's token table; null: none, so no layers of the table encoder. */
  readonly table: Uint8Array | null;
  readonly note: (line: string) => void;
}

export interface LadderResult {
  readonly stages: readonly Stage[];
  readonly notes: readonly string[];
  /** Largest difference of a feature as served over HTTP and as the trainer recomputes it. */
  readonly servingGap: number | null;
  readonly context: LadderContext;
  /** Of the model encoder; null where nothing was trained. */
  readonly encoder: EncoderLayers | null;
}

/** Layers that learn need at least this many judged training queries. */
const TRAINING_QUERIES_MIN = 50;

const REFEREES: readonly Layer[] = [
  { name: "referee-14", features: SOURCE_14 },
  { name: "referee-17-source", features: SOURCE_17 },
  { name: "referee-no-memory", features: NO_MEMORY },
  { name: "referee-17", features: BEST_17 },
];

export async function runLadder(
  dataset: BeirDataset,
  options: LadderOptions,
): Promise<LadderResult> {
  const stack = await startLadderStack();
  try {
    options.note(`ingest: ${dataset.documents.length} documents`);
    await ingestDataset(stack, dataset, options.language, options.embedder);
    return await climb(stack, dataset, options);
  } finally {
    await stack.close();
  }
}

async function climb(
  stack: LadderStack,
  dataset: BeirDataset,
  options: LadderOptions,
): Promise<LadderResult> {
  const vectors = await modelVectors(dataset, options.embedder);
  const context = await ladderContext(stack, dataset, options);
  const zeroShot = await zeroShotLayers(context, modelEncoder(vectors), MODEL_LAYERS);
  const nothing = zeroShotOnly(context, vectors);
  if (nothing !== null) {
    return { stages: zeroShot, notes: [nothing], servingGap: null, context, encoder: null };
  }
  const terms = await termWeightLayers(context);
  const encoder = await collectEncoder(context, "model", vectors);
  const layers = REFEREES.map((layer) => trainLayer(context, encoder, layer));
  const best = layers.at(-1)!;
  const served = await servedBest(context, best, vectors);
  const servingGap = largestServingGap(served.queries, context.test.queries, encoder, best.model);
  const stages = [
    ...withTrainingFigures(zeroShot, encoder.plain, context.lexicalPools),
    ...terms,
    linearFusionLayer(context, encoder),
    ...layers.slice(0, -1).map(({ stage }) => stage),
    served.stage,
    ...(options.table === null ? [] : await tableLayers(context, dataset, options.table)),
  ];
  return { stages: inOrder(stages), notes: [], servingGap, context, encoder };
}

/** Why nothing can be trained, or null. */
function zeroShotOnly({ training }: LadderContext, vectors: QueryVectors): string | null {
  if (training.length < TRAINING_QUERIES_MIN) {
    return (
      `${training.length} judged training queries, ${TRAINING_QUERIES_MIN} are needed: ` +
      "zero-shot layers only"
    );
  }
  const bare = training.find(({ queryId }) => vectors.of(queryId) === null);
  return bare === undefined ? null : "queries without vectors: zero-shot layers only";
}

/** Term weights stand right above BM25, as in the source. */
function inOrder(stages: readonly Stage[]): Stage[] {
  const places = ["bm25", "term-weights", "term-weights-disjoint"];
  const place = ({ name }: Stage) => (places.includes(name) ? places.indexOf(name) : places.length);
  return stages.toSorted((a, b) => place(a) - place(b));
}

async function modelVectors(
  { queries, queryVectors: shipped, train, test }: BeirDataset,
  embedder: Embedder | null,
): Promise<QueryVectors> {
  const known = [];
  for (const [at, { id, text }] of queries.entries()) {
    if (!train.has(id) && !test.has(id)) continue;
    const vector =
      shipped?.[at] ?? (await embedder?.embed([text], "", "query"))?.vectors[0] ?? null;
    known.push({ id, text, vector });
  }
  return queryVectors("model", known);
}

/** The best referee as the Worker serves it: model in the store, query over HTTP. */
async function servedBest(
  { stack, test, progress }: LadderContext,
  { model, stage }: TrainedLayer,
  vectors: QueryVectors,
): Promise<{ stage: Stage; queries: ReadonlyMap<string, ServedQuery> }> {
  const pointer = currentModelKey(stack.tenantId);
  stack.publish(modelKey(stack.tenantId, model.version), JSON.stringify(model));
  stack.publish(pointer, model.version);
  const queries = await serve({
    stack,
    queries: test.queries,
    ...modelEncoder(vectors),
    rerank: true,
    onProgress: progress(`${stage.name} over HTTP`, test.queries.length),
  });
  stack.publish(pointer, null);
  const cv = { byQuery: stage.cvNdcg10!, byComponent: stage.disjointCvNdcg10! };
  const referee = stage.referee!;
  return { queries, stage: evaluateStage(stage.name, idsOf(queries), test, { cv, referee }) };
}

const modelEncoder = ({ embedder }: QueryVectors) => ({ embedder, encoder: embedder.name });

/** No embedder at all: the Worker's own table lookup is all that there is. */
async function tableLayers(
  context: LadderContext,
  { queries }: BeirDataset,
  bytes: Uint8Array,
): Promise<Stage[]> {
  const { stack } = context;
  const decoding = decodeTokenTable(bytes, LADDER_MODEL.embeddingModel);
  if (!decoding.ok) throw badInput(`token table: ${decoding.reason}`);
  stack.publish(tableKey(stack.tenantId, TABLE_VERSION), bytes);
  stack.publish(currentTableKey(stack.tenantId), TABLE_VERSION);
  const known = queries.map(({ id, text }) => ({
    id,
    text,
    vector: encodeWithTable(text, decoding.table),
  }));
  const encoder = await collectEncoder(
    context,
    "table",
    queryVectors("table", known, (vector) => vector),
  );
  const zeroShot = await zeroShotLayers(
    context,
    { embedder: null, encoder: "table" },
    TABLE_LAYERS,
  );
  const { stage } = trainLayer(context, encoder, { name: "referee-17-table", features: BEST_17 });
  return [...withTrainingFigures(zeroShot, encoder.plain, context.lexicalPools), stage];
}

const TABLE_VERSION = "ladder";
