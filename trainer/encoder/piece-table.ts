/** A table over the WordPieces of a shipped model: its own vectors of a collection's text, distilled. */
import { buildTable, vocabularyPieces } from "./build-table.ts";
import { embedTexts, embedTokens } from "./embed-texts.ts";
import { type TitledText, trainingTexts } from "./training-texts.ts";

/** Titles first, then sentences: on SciFact 30,000 are worth as much as all 50,000. */
export const TABLE_TEXTS_MAX = 30_000;

export interface PieceTableInput {
  readonly model: string;
  readonly seed: number;
  readonly documents: readonly TitledText[];
  /** Further texts with the model's vectors, unlabelled; never a test query. */
  readonly queries: readonly { readonly text: string; readonly vector: Float32Array }[];
  /** Unit vectors of passages, which the scores are distilled over. */
  readonly passages: readonly Float32Array[];
  readonly progress: StepProgress;
}

export type StepProgress = (label: string, count: number) => (done: number) => void;

export async function trainPieceTable(input: PieceTableInput): Promise<Uint8Array> {
  const { model, seed, documents, queries, passages, progress } = input;
  const texts = trainingTexts(documents, { seed, countMax: TABLE_TEXTS_MAX });
  const pieces = vocabularyPieces(model);
  const vectors = await embedTexts(
    model,
    texts,
    "passage",
    progress("texts embedded", texts.length),
  );
  const tokenVectors = await embedTokens(
    model,
    pieces.length,
    progress("tokens embedded", pieces.length),
  );
  return buildTable({
    model,
    seed,
    texts: [...texts, ...queries.map(({ text }) => text)],
    vectors: [...vectors, ...queries.map(({ vector }) => vector)],
    tokenVectors,
    passages,
    onProgress: (done, total) => progress("texts distilled", total)(done),
  });
}
