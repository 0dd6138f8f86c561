/**
 * The port behind which the heavy products of the solver run: on plain TypeScript in float64 (the
 * truth), in WebAssembly in float64, or on an accelerator in float32. A backend only computes
 * products; it decides nothing, and what it computes in float32 is always finished and certified in
 * float64 by `trainer/solver`.
 */
import type { PairMatrix, RankingSvmProblem } from "#trainer/solver/problem.ts";

export const BACKEND_NAMES = ["typescript", "wasm", "tfjs-node-gpu", "tfjs-cpu"] as const;
export type BackendName = (typeof BACKEND_NAMES)[number];

export type Numbers = Float64Array | Float32Array;

export interface Backend {
  readonly name: BackendName;
  readonly precision: "float64" | "float32";
  /** A·Bᵀ, row-major with a.rows rows and b.rows columns; both have the same columns. */
  multiplyTransposed(a: PairMatrix, b: PairMatrix): Promise<Numbers>;
  /** Keeps the pairs and the weights of all resamples at hand for many evaluations. */
  openBatch(problem: RankingSvmProblem, resamples: readonly Float64Array[]): BatchSession;
  dispose(): void;
}

/** B problems at B points: problem i is (resample[i], unit[i] = C/T) at row i of `points`. */
export interface BatchPoints {
  /** B × d, row-major. */
  readonly points: Float64Array;
  readonly units: Float64Array;
  readonly widths: Float64Array;
  readonly resample: Int32Array;
}

/**
 * Of the smoothed loss Σ c_t·ψ(m_t − d_t·v) with ψ(r) = 0 below −δ/2, r above δ/2 and
 * (r + δ/2)²/(2δ) between: its value, minus its gradient, and the lower triangle of its Hessian.
 */
export interface BatchEvaluation {
  /** B. */
  readonly loss: Numbers;
  /** B × d: Σ c_t ψ′(r_t) d_t. */
  readonly pull: Numbers;
  /** B × d(d+1)/2, row by row of the lower triangle: Σ c_t ψ″(r_t) d_t d_tᵀ. */
  readonly curvature: Numbers;
}

export interface BatchSession {
  evaluate(batch: BatchPoints): Promise<BatchEvaluation>;
  dispose(): void;
}

/** What a report says about the backend: which one ran, why, and what was tried before it. */
export interface BackendChoice {
  readonly backend: Backend;
  readonly reason: string;
  /** Backends that were asked for and did not run, with the reason of each. */
  readonly fallbacks: readonly BackendFallback[];
}

export interface BackendFallback {
  readonly name: BackendName;
  readonly reason: string;
}

/** A backend that failed while it ran; the caller falls back and repeats the work. */
export class BackendFailure extends Error {
  readonly backend: BackendName;

  constructor(backend: BackendName, reason: string, cause?: unknown) {
    super(`${backend}: ${reason}`, cause === undefined ? {} : { cause });
    this.name = "BackendFailure";
    this.backend = backend;
  }
}

/** Entries of the lower triangle of a d×d matrix. */
export function triangleSize(columns: number): number {
  return (columns * (columns + 1)) / 2;
}
