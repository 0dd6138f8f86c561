/** Seeded random problems of every kind that once broke a solver: ties, duplicates, bad scales. */
import { mulberry32 } from "#trainer/solver/seeded-order.ts";
import type { RankingSvmProblem } from "#trainer/solver/problem.ts";

export const SEED = 42;
export const KINDS = ["uniform", "integers", "ties", "duplicates", "bad-scales", "sparse"] as const;
export type Kind = (typeof KINDS)[number];

export function uniform(seed: number): () => number {
  const next = mulberry32(seed);
  return () => next() / 4_294_967_296;
}

export function randomProblem(
  kind: Kind,
  shape: { rows: number; columns: number },
  random: () => number,
): RankingSvmProblem {
  const { rows, columns } = shape;
  const data = new Float64Array(rows * columns);
  for (let i = 0; i < data.length; i++) {
    const scale = kind === "bad-scales" ? 10 ** (((i % columns) % 7) - 3) : 1;
    const u = 2 * random() - 1 + (i % columns === 0 ? 0.3 : 0);
    data[i] = scale * roundAs(kind, u, random);
  }
  if (kind === "duplicates") copyRows(data, rows, columns, random);
  const problem = { differences: { rows, columns, data } };
  const weights = Float64Array.from({ length: rows }, () => Math.floor(4 * random()));
  const margins = Float64Array.from({ length: rows }, () => 0.2 + random());
  const centre = Float64Array.from({ length: columns }, () => 2 * random() - 1);
  return {
    ...problem,
    ...(random() < 0.3 ? { weights } : {}),
    ...(random() < 0.3 ? { margins } : {}),
    ...(random() < 0.3 ? { centre } : {}),
  };
}

function roundAs(kind: Kind, u: number, random: () => number): number {
  if (kind === "integers") return Math.round(2 * u);
  if (kind === "ties") return Math.round(10 * u) / 10;
  if (kind === "sparse") return random() < 0.7 ? 0 : Math.sign(u);
  return u;
}

function copyRows(data: Float64Array, rows: number, columns: number, random: () => number): void {
  for (let t = 1; t < rows; t++) {
    if (random() < 0.5) continue;
    const from = Math.floor(random() * t);
    const sign = random() < 0.3 ? -1 : 1;
    for (let j = 0; j < columns; j++) data[t * columns + j] = sign * data[from * columns + j]!;
  }
}
