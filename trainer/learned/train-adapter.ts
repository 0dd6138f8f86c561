/**
 * The learned query adapter: q′ = q + W(q − μ) + b moves a query towards the passages that were judged
 * relevant for queries like it. The ranking SVM in its Gram shape (trainer/solver/gram-problem.ts)
 * over pairs of a relevant candidate with the best-placed non-relevant ones. It remembers judged
 * passages: it belongs beside the plain cosine, never in its place, and is always cross-fitted.
 */
import type { Numbers } from "../backend/backend.ts";
import { createHostBackend } from "../backend/wasm-backend.ts";
import type { Adapter, GramProblem } from "../solver/gram-problem.ts";
import { gramMatrix, solveGramOn } from "../solver/gram-solve.ts";
import type { SolverStatus } from "../solver/status.ts";

export interface AdapterSettings {
  /** m: the margin that a pair asks for. */
  readonly margin: number;
  /** c, per pair. */
  readonly costPerPair: number;
  /** ρ of gram-problem.ts: how cheap the offset is. */
  readonly offsetScale: number;
  /** Best-placed non-relevant candidates against each relevant one. */
  readonly negatives: number;
}

/** Chosen by cross-validation on SciFact's training claims. */
export const ADAPTER_SETTINGS: AdapterSettings = {
  margin: 0.1,
  costPerPair: 0.3,
  offsetScale: 0.01,
  negatives: 6,
};

/** A certified gap of this size moves no score by more than float32 rounding does. */
const GAP_REL_MAX = 1e-5;

/** One training query: unit vectors of the query, of relevant passages and of others. */
export interface AdapterExample {
  readonly query: ArrayLike<number>;
  readonly positives: readonly ArrayLike<number>[];
  readonly negatives: readonly ArrayLike<number>[];
}

export interface TrainedAdapter extends Adapter {
  /** μ. */
  readonly mean: Float64Array;
  readonly pairs: number;
  readonly status: SolverStatus;
  readonly gapRel: number;
}

export interface AdapterTrainer {
  /** Pairs of all examples. */
  readonly pairs: number;
  /** Fits on the examples that `isUsed` names; the Gram matrix is shared by all fits. */
  fit(isUsed: (example: number) => boolean): TrainedAdapter;
}

/** Null when no example has both a relevant passage and another. */
export async function createAdapterTrainer(
  examples: readonly AdapterExample[],
  { margin, costPerPair, offsetScale }: AdapterSettings,
): Promise<AdapterTrainer | null> {
  const mean = meanQuery(examples);
  const problem = gramProblem(examples, mean, { margin, offsetScale });
  if (problem === null) return null;
  const backend = createHostBackend();
  const kernel: Numbers = await gramMatrix(problem, backend);
  backend.dispose();
  return {
    pairs: problem.differences.rows,
    fit: (isUsed) => {
      const weights = Float64Array.from(problem.queryOf, (example) => (isUsed(example) ? 1 : 0));
      const solution = solveGramOn(kernel, { ...problem, weights }, costPerPair, {
        tolGapRel: GAP_REL_MAX,
      });
      const { matrix, offset, status, certificate } = solution;
      const pairs = weights.reduce((sum, weight) => sum + weight, 0);
      return { matrix, offset, mean, pairs, status, gapRel: certificate.gapRel };
    },
  };
}

/** q′ of a unit vector, at full rank. */
export function applyAdapter(
  { matrix, offset, mean }: Pick<TrainedAdapter, "matrix" | "offset" | "mean">,
  query: ArrayLike<number>,
): Float64Array {
  const dimension = mean.length;
  return Float64Array.from(mean, (_, i) => {
    let value = query[i]! + offset[i]!;
    for (let j = 0; j < dimension; j += 1) {
      value += matrix[i * dimension + j]! * (query[j]! - mean[j]!);
    }
    return value;
  });
}

/** No label takes part in μ, so all folds share it. */
function meanQuery(examples: readonly AdapterExample[]): Float64Array {
  const mean = new Float64Array(examples[0]?.query.length ?? 0);
  for (const { query } of examples) {
    for (let j = 0; j < mean.length; j += 1) mean[j]! += query[j]! / examples.length;
  }
  return mean;
}

function gramProblem(
  examples: readonly AdapterExample[],
  mean: Float64Array,
  { margin, offsetScale }: Pick<AdapterSettings, "margin" | "offsetScale">,
): GramProblem | null {
  const columns = mean.length;
  const pairs = examples.flatMap(({ positives, negatives }, row) =>
    positives.flatMap((better) => negatives.map((worse) => ({ row, better, worse }))),
  );
  if (pairs.length === 0) return null;
  const queries = new Float64Array(examples.length * columns);
  for (const [row, { query }] of examples.entries()) queries.set(query, row * columns);
  const data = new Float64Array(pairs.length * columns);
  const margins = new Float64Array(pairs.length);
  for (const [t, { row, better, worse }] of pairs.entries()) {
    let product = 0;
    for (let j = 0; j < columns; j += 1) {
      const value = better[j]! - worse[j]!;
      data[t * columns + j] = value;
      product += value * queries[row * columns + j]!;
    }
    margins[t] = margin - product;
  }
  return {
    queries: { rows: examples.length, columns, data: queries },
    differences: { rows: pairs.length, columns, data },
    queryOf: Int32Array.from(pairs, ({ row }) => row),
    mean,
    offsetScale,
    margins,
  };
}
