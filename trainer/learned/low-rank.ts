/**
 * The best rank-r part of an adapter's matrix, W ≈ Σ_k left_k · right_kᵀ, by randomised subspace
 * iteration (Halko, Martinsson and Tropp, SIAM Review 2011, Algorithm 4.4) and Jacobi rotations on
 * the small core; then one byte a number, so that the adapter fits in the published model.
 * Seeded: the same matrix gives the same factors.
 */
import type { QueryAdapter } from "#core/model/query-adapter.ts";
import { mulberry32 } from "#significance/mulberry32.ts";
import type { TrainedAdapter } from "./train-adapter.ts";

/** On SciFact rank 128 keeps all of the gain, 64 a little less (README). */
export const ADAPTER_RANK = 128;

const OVERSAMPLING = 16;
const POWER_STEPS = 4;
const JACOBI_SWEEPS_MAX = 30;
const BYTE_MAX = 127;
const SEED = 42;

type Rows = readonly Float64Array[];

export function lowRankAdapter(
  { matrix, offset, mean }: Pick<TrainedAdapter, "matrix" | "offset" | "mean">,
  rank: number,
): QueryAdapter {
  const dimension = mean.length;
  const basis = leadingSpace(matrix, dimension, Math.min(dimension, rank + OVERSAMPLING));
  const core = basis.map((row) => timesTransposed(matrix, dimension, row));
  const { left, right } = leadingPairs(basis, core, Math.min(rank, dimension));
  const packedLeft = packed(left);
  const packedRight = packed(right);
  return {
    dimension,
    mean: rounded(mean),
    offset: rounded(offset),
    left: packedLeft.values,
    right: packedRight.values,
    leftScales: packedLeft.scales,
    rightScales: packedRight.scales,
  };
}

/** Orthonormal rows that span the leading left singular vectors. */
function leadingSpace(matrix: Float64Array, dimension: number, count: number): Rows {
  const next = mulberry32(SEED);
  let rows: Rows = Array.from({ length: count }, () =>
    Float64Array.from({ length: dimension }, () => next() - 0.5),
  );
  for (let step = 0; step < POWER_STEPS; step += 1) {
    rows = orthonormal(rows.map((row) => times(matrix, dimension, row)));
    rows = orthonormal(rows.map((row) => timesTransposed(matrix, dimension, row)));
  }
  return orthonormal(rows.map((row) => times(matrix, dimension, row)));
}

/** W·x. */
function times(matrix: Float64Array, dimension: number, x: Float64Array): Float64Array {
  return x.map((_, i) => {
    let sum = 0;
    for (let j = 0; j < dimension; j += 1) sum += matrix[i * dimension + j]! * x[j]!;
    return sum;
  });
}

/** Wᵀ·x. */
function timesTransposed(matrix: Float64Array, dimension: number, x: Float64Array): Float64Array {
  const out = new Float64Array(dimension);
  for (let i = 0; i < dimension; i += 1) {
    for (let j = 0; j < dimension; j += 1) out[j]! += matrix[i * dimension + j]! * x[i]!;
  }
  return out;
}

/** Modified Gram–Schmidt, twice; a direction that vanishes becomes zeros. */
function orthonormal(rows: Rows): Rows {
  const done: Float64Array[] = [];
  for (const row of rows) {
    const vector = row.slice();
    const before = norm(vector);
    for (let pass = 0; pass < 2; pass += 1) {
      for (const other of done) addTo(vector, -dot(vector, other), other);
    }
    const length = norm(vector);
    done.push(length > 1e-10 * before ? vector.map((value) => value / length) : vector.fill(0));
  }
  return done;
}

/** Eigenvectors of core·coreᵀ by Jacobi rotations, largest eigenvalue first. */
function leadingPairs(basis: Rows, core: Rows, rank: number): { left: Rows; right: Rows } {
  const rotated = core.map((row) => row.slice());
  const space = basis.map((row) => row.slice());
  for (let sweep = 0; sweep < JACOBI_SWEEPS_MAX; sweep += 1) {
    if (!rotateAll(rotated, space)) break;
  }
  const order = [...rotated.keys()].toSorted((a, b) => norm(rotated[b]!) - norm(rotated[a]!));
  const kept = order.slice(0, rank);
  return { left: kept.map((k) => space[k]!), right: kept.map((k) => rotated[k]!) };
}

/** One-sided Jacobi: rows of `core` become orthogonal, `basis` turns with them. */
function rotateAll(core: Float64Array[], basis: Float64Array[]): boolean {
  let isChanged = false;
  for (let p = 0; p < core.length; p += 1) {
    for (let q = p + 1; q < core.length; q += 1) {
      const alpha = dot(core[p]!, core[p]!);
      const beta = dot(core[q]!, core[q]!);
      const gamma = dot(core[p]!, core[q]!);
      if (Math.abs(gamma) <= 1e-12 * Math.sqrt(alpha * beta)) continue;
      isChanged = true;
      const zeta = (beta - alpha) / (2 * gamma);
      const tangent = Math.sign(zeta || 1) / (Math.abs(zeta) + Math.hypot(1, zeta));
      const cosine = 1 / Math.hypot(1, tangent);
      rotate(core[p]!, core[q]!, cosine, cosine * tangent);
      rotate(basis[p]!, basis[q]!, cosine, cosine * tangent);
    }
  }
  return isChanged;
}

function rotate(a: Float64Array, b: Float64Array, cosine: number, sine: number): void {
  for (let j = 0; j < a.length; j += 1) {
    const x = a[j]!;
    a[j] = cosine * x - sine * b[j]!;
    b[j] = sine * x + cosine * b[j]!;
  }
}

function packed(rows: Rows): { values: number[]; scales: number[] } {
  const scales = rows.map((row) => {
    const largest = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    return Number((largest / BYTE_MAX || 1).toPrecision(9));
  });
  const values = rows.flatMap((row, k) => Array.from(row, (value) => byteOf(value / scales[k]!)));
  return { values, scales };
}

/** −0 would change its sign on the way through JSON. */
const byteOf = (value: number): number =>
  Math.max(-BYTE_MAX, Math.min(BYTE_MAX, Math.round(value))) || 0;

const rounded = (values: Float64Array): number[] =>
  Array.from(values, (value) => Number(value.toPrecision(9)));

const norm = (a: Float64Array): number => Math.sqrt(dot(a, a));

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < a.length; j += 1) sum += a[j]! * b[j]!;
  return sum;
}

function addTo(a: Float64Array, scale: number, b: Float64Array): void {
  for (let j = 0; j < a.length; j += 1) a[j]! += scale * b[j]!;
}
