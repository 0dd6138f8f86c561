/** A small collection whose answers are known: a query repeats words of the document it asks for. */
import { unitVector } from "#core/encoder/unit-vector.ts";
import { packRow } from "#core/encoder/token-table.ts";
import { encodeTokenTable } from "#edge/store/token-table-format.ts";
import { mulberry32 } from "#significance/mulberry32.ts";
import { type BeirDataset, type Grades, VECTOR_DIMENSION } from "#trainer/ladder/beir-dataset.ts";

const WORDS = 60;
const DOCUMENTS = 40;
const TRAINING = 60;
const TEST = 8;
const WORDS_PER_DOCUMENT = 12;
const WORDS_PER_QUERY = 4;
const SYLLABLES = ["ba", "co", "du", "fe", "gi", "lo", "ma", "nu"];

const word = (at: number): string =>
  `${SYLLABLES[at % 8]}${SYLLABLES[Math.floor(at / 8) % 8]}r${SYLLABLES[(at * 5) % 8]}`;

export function syntheticDataset(seed: number): { dataset: BeirDataset; table: Uint8Array } {
  const next = mulberry32(seed);
  const pick = (count: number) => Math.floor(next() * count);
  const vectors = Array.from(
    { length: WORDS },
    () => unitVector(Float64Array.from({ length: VECTOR_DIMENSION }, () => next() - 0.5))!,
  );
  const meaning = (words: readonly number[]) => {
    const sum = new Float64Array(VECTOR_DIMENSION);
    for (const at of words) for (let j = 0; j < sum.length; j += 1) sum[j]! += vectors[at]![j]!;
    return Float32Array.from(unitVector(sum)!);
  };
  const held = Array.from({ length: DOCUMENTS }, () =>
    Array.from({ length: WORDS_PER_DOCUMENT }, () => pick(WORDS)),
  );
  const asked = Array.from({ length: TRAINING + TEST }, (_, at) => {
    const document = held[at % DOCUMENTS]!;
    return Array.from({ length: WORDS_PER_QUERY }, () => document[pick(WORDS_PER_DOCUMENT)]!);
  });
  const judged = (from: number, to: number) =>
    new Map<string, Grades>(
      asked
        .map((_, at): [string, Grades] => [`q${at}`, new Map([[`d${at % DOCUMENTS}`, 1]])])
        .slice(from, to),
    );
  const text = (words: readonly number[]) => words.map(word).join(" ");
  return {
    dataset: {
      folder: "synthetic",
      documents: held.map((words, at) => ({
        id: `d${at}`,
        title: text(words.slice(0, 2)),
        text: text(words),
      })),
      queries: asked.map((words, at) => ({ id: `q${at}`, text: text(words) })),
      train: judged(0, TRAINING),
      test: judged(TRAINING, TRAINING + TEST),
      documentVectors: held.map(meaning),
      queryVectors: asked.map(meaning),
    },
    table: tableOf(vectors),
  };
}

/** The words' own vectors as a table. */
function tableOf(vectors: readonly (readonly number[])[]): Uint8Array {
  const pieces = ["[UNK]", ...vectors.map((_, at) => word(at))];
  const half = VECTOR_DIMENSION / 2;
  const rows = new Uint8Array(pieces.length * half);
  const scales = Float32Array.from(pieces, (_, id) => {
    const row = Float64Array.from(vectors[id - 1] ?? vectors[0]!);
    return packRow(row, rows.subarray(id * half, (id + 1) * half));
  });
  return encodeTokenTable({
    header: {
      model: "bge-small-en-v1.5",
      dimension: VECTOR_DIMENSION,
      tokens: pieces.length,
      lengthPower: 0.75,
      provenance: {},
    },
    mean: new Float32Array(VECTOR_DIMENSION),
    scales,
    rows,
    pieces,
  });
}
