/**
 * The token table of a collection: a file beside it, and the command that makes that file again from
 * the model and the collection's own text.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type StepProgress, trainPieceTable } from "../encoder/piece-table.ts";
import { badInput } from "../training-error.ts";
import type { BeirDataset } from "./beir-dataset.ts";
import { LADDER_MODEL } from "./ladder-stack.ts";

const MODEL = LADDER_MODEL.embeddingModel;

export const tablePath = (folder: string): string => join(folder, `table.${MODEL}.swt`);

export function readTable(folder: string): Uint8Array | null {
  const path = tablePath(folder);
  return existsSync(path) ? readFileSync(path) : null;
}

/** Titles, sentences and training queries; never a judgment, never a test query. */
export async function rebuildTable(
  dataset: BeirDataset,
  seed: number,
  progress: StepProgress,
): Promise<string> {
  const { folder, documents, documentVectors, queries, queryVectors, train } = dataset;
  if (documentVectors === null || queryVectors === null) {
    throw badInput(`${folder}: a token table needs documents.f16 and queries.f16`);
  }
  const training = [...queries.keys()].filter((at) => train.has(queries[at]!.id));
  const bytes = await trainPieceTable({
    model: MODEL,
    seed,
    documents,
    queries: training.map((at) => ({ text: queries[at]!.text, vector: queryVectors[at]! })),
    passages: documentVectors,
    progress,
  });
  const path = tablePath(folder);
  writeFileSync(path, bytes);
  return path;
}
