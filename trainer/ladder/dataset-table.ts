/**
 * The token table of a collection: a file beside it, and the command that makes that file again from
 * the model and the collection's own text.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildTable, vocabularyPieces } from "../encoder/build-table.ts";
import { embedTexts, embedTokens } from "../encoder/embed-texts.ts";
import { trainingTexts } from "../encoder/training-texts.ts";
import { badInput } from "../training-error.ts";
import type { BeirDataset } from "./beir-dataset.ts";
import { LADDER_MODEL } from "./ladder-stack.ts";

/** Titles first, then sentences: on SciFact 30,000 are worth as much as all 50,000. */
const TEXT_COUNT_MAX = 30_000;

const MODEL = LADDER_MODEL.embeddingModel;

export const tablePath = (folder: string): string => join(folder, `table.${MODEL}.swt`);

export function readTable(folder: string): Uint8Array | null {
  const path = tablePath(folder);
  return existsSync(path) ? readFileSync(path) : null;
}

export type StepProgress = (label: string, count: number) => (done: number) => void;

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
  const texts = trainingTexts(documents, { seed, countMax: TEXT_COUNT_MAX });
  const pieces = vocabularyPieces(MODEL);
  const vectors = await embedTexts(MODEL, texts, progress("texts embedded", texts.length));
  const tokenVectors = await embedTokens(
    MODEL,
    pieces.length,
    progress("tokens embedded", pieces.length),
  );
  const bytes = await buildTable({
    model: MODEL,
    seed,
    texts: [...texts, ...training.map((at) => queries[at]!.text)],
    vectors: [...vectors, ...training.map((at) => queryVectors[at]!)],
    tokenVectors,
    passages: documentVectors,
    onProgress: (done, total) => progress("texts distilled", total)(done),
  });
  const path = tablePath(folder);
  writeFileSync(path, bytes);
  return path;
}
