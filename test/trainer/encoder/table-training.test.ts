/**
 * Goal: the fit and the distillation imitate a teacher that is itself a table, are the same every
 * time, and a shuffled teacher is noticed.
 */
import { describe, expect, it } from "vitest";
import { unitVector } from "#core/encoder/unit-vector.ts";
import { mulberry32 } from "#significance/mulberry32.ts";
import { DISTIL_SETTINGS, distilScores } from "#trainer/encoder/distil-scores.ts";
import { FIT_SETTINGS, fitTable } from "#trainer/encoder/fit-table.ts";
import { rowTimesTable, tokenMatrix } from "#trainer/encoder/token-matrix.ts";
import { splitSentences, trainingTexts } from "#trainer/encoder/training-texts.ts";

const TOKENS = 40;
const DIMENSION = 16;
const TEXTS = 300;
const SEED = 9;

function random(count: number, next: () => number): Float32Array {
  return Float32Array.from(unitVector(Float64Array.from({ length: count }, () => next() - 0.5))!);
}

function scene() {
  const next = mulberry32(SEED);
  const teacher = Array.from({ length: TOKENS }, () => random(DIMENSION, next));
  const ids = Array.from({ length: TEXTS }, () =>
    Array.from({ length: 3 + Math.floor(next() * 6) }, () => Math.floor(next() * TOKENS)),
  );
  const vectors = ids.map((text) => {
    const sum = new Float64Array(DIMENSION);
    for (const id of text) for (let j = 0; j < DIMENSION; j += 1) sum[j]! += teacher[id]![j]!;
    return Float32Array.from(unitVector(sum)!);
  });
  const passages = Array.from({ length: 50 }, () => random(DIMENSION, next));
  return { texts: tokenMatrix(ids, TOKENS, 0.75), vectors, tokenVectors: teacher, passages };
}

async function trained(input: ReturnType<typeof scene>) {
  const { mean, table } = await fitTable(input, FIT_SETTINGS);
  const fitted = meanCosine(input, mean, table);
  await distilScores({ ...input, mean, table }, { ...DISTIL_SETTINGS, seed: SEED, batchTexts: 32 });
  return { fitted, distilled: meanCosine(input, mean, table), table };
}

function meanCosine(
  { texts, vectors }: ReturnType<typeof scene>,
  mean: Float32Array,
  table: Float32Array,
): number {
  const row = new Float64Array(DIMENSION);
  let sum = 0;
  for (const [at, vector] of vectors.entries()) {
    rowTimesTable(texts, at, table, row);
    const unit = unitVector(row.map((value, j) => value + mean[j]!))!;
    sum += unit.reduce((total, value, j) => total + value * vector[j]!, 0);
  }
  return sum / vectors.length;
}

describe(`fitTable and distilScores (seed ${SEED})`, () => {
  it("come close to a teacher that is a table", async () => {
    const { fitted, distilled } = await trained(scene());
    expect(fitted).toBeGreaterThan(0.95);
    expect(distilled).toBeGreaterThan(0.95);
  });

  it("give the same table twice", async () => {
    const first = await trained(scene());
    const second = await trained(scene());
    expect(second.table).toEqual(first.table);
  });

  it("do not come close when texts and vectors do not belong together", async () => {
    const input = scene();
    const vectors = input.vectors.map((_, at) => input.vectors[(at + 7) % TEXTS]!);
    const { fitted } = await trained({ ...input, vectors });
    expect(fitted).toBeLessThan(0.8);
  });
});

describe("trainingTexts", () => {
  const documents = [
    { title: "Light", text: "Light bends in glass when it enters at an angle. It is fast there." },
    { title: "Light", text: "Short. Glass is an amorphous solid that lets light through." },
  ];

  it("takes titles first, then sentences, each once", () => {
    const texts = trainingTexts(documents, { seed: 1, countMax: 10 });
    expect(texts[0]).toBe("Light");
    expect(texts).toHaveLength(3);
    expect(trainingTexts(documents, { seed: 1, countMax: 2 })).toEqual(texts.slice(0, 2));
  });

  it("leaves out pieces that say too little", () => {
    expect(splitSentences("Yes. No. This sentence is long enough to be kept.")).toEqual([
      "This sentence is long enough to be kept.",
    ]);
  });
});
