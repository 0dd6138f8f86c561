/**
 * Solves the query adapter in its dual (`gram-problem.ts`): the Gram matrix is built in blocks by a
 * backend, `box-quadratic.ts` minimises over it, and the slacks are recomputed in float64 from the
 * queries and differences until the gap is closed by exact numbers. With a float32 backend this is
 * iterative refinement: the float32 matrix only steers, the float64 slacks decide.
 */
import type { Backend, Numbers } from "#trainer/backend/backend.ts";
import { createHostBackend } from "#trainer/backend/wasm-backend.ts";
import type { BoxOutcome, BoxQuadratic } from "./box-quadratic.ts";
import { measureProgress, minimiseBox } from "./box-quadratic.ts";
import type { Certificate } from "./certificate.ts";
import { certifiedStatus } from "./certificate.ts";
import type { Adapter, GramProblem } from "./gram-problem.ts";
import {
  adapterOf,
  adapterProducts,
  centredQueries,
  certifyGram,
  checkGramProblem,
  pairBounds,
} from "./gram-problem.ts";
import type { PairMatrix } from "./problem.ts";
import { checkCosts } from "./problem.ts";
import type { SolverSettings } from "./settings.ts";
import { withDefaults } from "./settings.ts";
import type { SolverStatus } from "./status.ts";

export interface GramSolution extends Adapter {
  readonly cost: number;
  readonly dual: Float64Array;
  readonly status: SolverStatus;
  readonly certificate: Certificate;
}

const BLOCK_ROWS = 512;
const REFINEMENT_COUNT_MAX = 8;

/** Solves at `cost` per pair. Bad input throws `SolverInputError` before any work. */
export async function solveGram(
  problem: GramProblem,
  cost: number,
  settings: Partial<SolverSettings> = {},
  backend: Backend = createHostBackend(),
): Promise<GramSolution> {
  checkGramProblem(problem, withDefaults(settings).memoryBytesMax);
  checkCosts([cost]);
  return solveGramOn(await gramMatrix(problem, backend), problem, cost, settings);
}

/**
 * As `solveGram`, on the Gram matrix of the problem's pairs: folds change weights and margins only,
 * so they share it.
 */
export function solveGramOn(
  kernel: Numbers,
  problem: GramProblem,
  cost: number,
  settings: Partial<SolverSettings> = {},
): GramSolution {
  const chosen = withDefaults(settings);
  checkGramProblem(problem, chosen.memoryBytesMax);
  checkCosts([cost]);
  const started = performance.now();
  const { rows } = problem.differences;
  const margins = problem.margins ?? new Float64Array(rows).fill(1);
  const qp = new GramQuadratic(kernel, margins, pairBounds(problem, cost, rows));
  const { iterations, stopped } = refine(problem, qp, chosen);
  const dual = qp.dual.slice();
  const adapter = adapterOf(problem, dual);
  const found = certifyGram(problem, cost, adapter, dual);
  const status = certifiedStatus(found, chosen.tolGapRel, stopped);
  const ms = performance.now() - started;
  return { cost, ...adapter, dual, status, certificate: { ...found, iterations, ms, status } };
}

/** K_ij = ((q_i − μ)·(q_j − μ) + ρ)·(Δ_i·Δ_j), T × T, in blocks of the lower triangle. */
export async function gramMatrix(problem: GramProblem, backend: Backend): Promise<Numbers> {
  const { queries, differences, queryOf, offsetScale } = problem;
  const { rows } = differences;
  const centred: PairMatrix = { ...queries, data: centredQueries(problem) };
  const similarity = await selfProduct(centred, backend);
  const kernel = await selfProduct(differences, backend);
  for (let i = 0; i < rows; i++) {
    const row = queryOf[i] * queries.rows;
    for (let j = 0; j < rows; j++) {
      kernel[i * rows + j] *= similarity[row + queryOf[j]] + offsetScale;
    }
  }
  return kernel;
}

/** A·Aᵀ. */
async function selfProduct(matrix: PairMatrix, backend: Backend): Promise<Numbers> {
  const { rows } = matrix;
  const out =
    backend.precision === "float64" ? new Float64Array(rows ** 2) : new Float32Array(rows ** 2);
  for (let i = 0; i < rows; i += BLOCK_ROWS) {
    const left = rowBlock(matrix, i);
    for (let j = 0; j <= i; j += BLOCK_ROWS) {
      const right = i === j ? left : rowBlock(matrix, j);
      const block = await backend.multiplyTransposed(left, right);
      for (let k = 0; k < left.rows; k++) {
        for (let l = 0; l < right.rows; l++) {
          const value = block[k * right.rows + l];
          out[(i + k) * rows + j + l] = value;
          out[(j + l) * rows + i + k] = value;
        }
      }
    }
  }
  return out;
}

function rowBlock({ rows, columns, data }: PairMatrix, from: number): PairMatrix {
  const count = Math.min(BLOCK_ROWS, rows - from);
  return { rows: count, columns, data: data.subarray(from * columns, (from + count) * columns) };
}

function refine(problem: GramProblem, qp: GramQuadratic, settings: SolverSettings): BoxOutcome {
  let iterations = 0;
  let stopped: BoxOutcome["stopped"] = "inaccurate";
  for (let k = 0; k < REFINEMENT_COUNT_MAX; k++) {
    const outcome = minimiseBox(qp, settings);
    iterations += outcome.iterations;
    stopped = outcome.stopped;
    const products = adapterProducts(problem, adapterOf(problem, qp.dual));
    qp.replaceSlacks(products.map((product, t) => qp.linear[t] - product));
    const { gap, primal } = measureProgress(qp, qp.currentSlacks);
    if (!(gap > 0.5 * settings.tolGapRel * primal) || stopped !== "inaccurate") break;
  }
  return { iterations, stopped };
}

class GramQuadratic implements BoxQuadratic {
  readonly size: number;
  readonly diagonal: Float64Array;
  readonly linear: Float64Array;
  readonly bounds: Float64Array;
  readonly dual: Float64Array;
  readonly #kernel: Numbers;
  readonly #slack: Float64Array;

  constructor(kernel: Numbers, linear: Float64Array, bounds: Float64Array) {
    const { length } = linear;
    this.size = length;
    this.linear = linear;
    this.bounds = bounds;
    this.dual = new Float64Array(length);
    this.diagonal = this.dual.map((_, t) => kernel[t * length + t]);
    this.#kernel = kernel;
    this.#slack = linear.slice();
  }

  get currentSlacks(): Float64Array {
    return this.#slack;
  }

  slackAt(t: number): number {
    return this.#slack[t];
  }

  add(t: number, delta: number): void {
    const slack = this.#slack;
    const kernel = this.#kernel;
    const row = t * this.size;
    this.dual[t] += delta;
    for (let j = 0; j < slack.length; j++) slack[j] -= delta * kernel[row + j];
  }

  slacks(out: Float64Array): void {
    out.set(this.#slack);
  }

  multiplyFree(free: Int32Array, p: Float64Array, out: Float64Array): void {
    for (let k = 0; k < free.length; k++) {
      const row = free[k] * this.size;
      let sum = 0;
      for (let l = 0; l < free.length; l++) sum += this.#kernel[row + free[l]] * p[l];
      out[k] = sum;
    }
  }

  /** Slacks from the original data replace those that the kernel's rounding has worn. */
  replaceSlacks(slacks: Float64Array): void {
    this.#slack.set(slacks);
  }
}
