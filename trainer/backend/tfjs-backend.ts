/**
 * The port on TensorFlow.js, float32: one product gives the margins of all B problems, one more
 * their gradients, and one [B×T active mask]·[T×d(d+1)/2 outer products] all B Hessians. Pairs,
 * outer products and weights stay on the device; only B×d numbers go there and B×d² come back.
 */
import type { PairMatrix, RankingSvmProblem } from "#trainer/solver/problem.ts";
import type {
  Backend,
  BackendName,
  BatchEvaluation,
  BatchPoints,
  BatchSession,
} from "./backend.ts";
import { BackendFailure, triangleSize } from "./backend.ts";
import type { Tensor, TensorFlow } from "./tensorflow.ts";

export function createTfjsBackend(name: BackendName, tf: TensorFlow): Backend {
  return {
    name,
    precision: "float32",
    multiplyTransposed: (a, b) => multiplyTransposed(name, tf, a, b),
    openBatch: (problem, resamples) => new TfjsSession(name, tf, problem, resamples),
    dispose: () => undefined,
  };
}

async function multiplyTransposed(
  name: BackendName,
  tf: TensorFlow,
  a: PairMatrix,
  b: PairMatrix,
): Promise<Float32Array> {
  const product = tf.tidy(() => tf.matMul(matrixOf(tf, a), matrixOf(tf, b), false, true));
  return finiteNumbers(name, product);
}

class TfjsSession implements BatchSession {
  readonly #name: BackendName;
  readonly #tf: TensorFlow;
  readonly #columns: number;
  readonly #pairs: Tensor;
  readonly #outer: Tensor;
  readonly #margins: Tensor;
  readonly #weights: Tensor;

  constructor(
    name: BackendName,
    tf: TensorFlow,
    problem: RankingSvmProblem,
    resamples: readonly Float64Array[],
  ) {
    const { rows, columns } = problem.differences;
    this.#name = name;
    this.#tf = tf;
    this.#columns = columns;
    this.#pairs = matrixOf(tf, problem.differences);
    this.#outer = tf.tensor(outerProducts(problem.differences), [rows, triangleSize(columns)]);
    const margins = problem.margins ?? new Float64Array(rows).fill(1);
    this.#margins = tf.tensor(Float32Array.from(margins), [1, rows]);
    const weights = new Float32Array(resamples.length * rows);
    for (const [i, resample] of resamples.entries()) weights.set(resample, i * rows);
    this.#weights = tf.tensor(weights, [resamples.length, rows]);
  }

  async evaluate(batch: BatchPoints): Promise<BatchEvaluation> {
    const tensors = this.#tf.tidy(() => this.#compute(batch));
    const [loss, pull, curvature] = await Promise.all([
      finiteNumbers(this.#name, tensors.loss),
      finiteNumbers(this.#name, tensors.pull),
      finiteNumbers(this.#name, tensors.curvature),
    ]);
    return { loss, pull, curvature };
  }

  dispose(): void {
    for (const tensor of [this.#pairs, this.#outer, this.#margins, this.#weights]) tensor.dispose();
  }

  #compute({ points, units, widths, resample }: BatchPoints) {
    const tf = this.#tf;
    const count = units.length;
    const column = (values: Float64Array) => tf.tensor(Float32Array.from(values), [count, 1]);
    const width = column(widths);
    const v = tf.tensor(Float32Array.from(points), [count, this.#columns]);
    const rows = tf.gather(this.#weights, tf.tensor(resample, [count], "int32"), 0);
    const bounds = tf.mul(rows, column(units));
    const slack = tf.sub(this.#margins, tf.matMul(v, this.#pairs, false, true));
    const share = tf.clipByValue(tf.add(tf.div(slack, width), 0.5), 0, 1);
    const isActive = tf.mul(asNumber(tf, tf.greater(share, 0)), asNumber(tf, tf.less(share, 1)));
    const smooth = tf.mul(tf.mul(tf.mul(share, share), width), 0.5);
    const loss = tf.mul(bounds, tf.where(tf.less(share, 1), smooth, slack));
    return {
      loss: tf.sum(loss, 1),
      pull: tf.matMul(tf.mul(bounds, share), this.#pairs),
      curvature: tf.matMul(tf.div(tf.mul(bounds, isActive), width), this.#outer),
    };
  }
}

function asNumber(tf: TensorFlow, condition: Tensor): Tensor {
  return tf.cast(condition, "float32");
}

function matrixOf(tf: TensorFlow, { rows, columns, data }: PairMatrix): Tensor {
  return tf.tensor(Float32Array.from(data), [rows, columns]);
}

/** Row t: the lower triangle of d_t d_tᵀ. */
function outerProducts({ rows, columns, data }: PairMatrix): Float32Array {
  const out = new Float32Array(rows * triangleSize(columns));
  let at = 0;
  for (let t = 0; t < rows; t++) {
    for (let j = 0; j < columns; j++) {
      for (let k = 0; k <= j; k++) out[at++] = data[t * columns + j] * data[t * columns + k];
    }
  }
  return out;
}

/** Fetches and frees a tensor; a number that is not finite is a failure of the backend. */
async function finiteNumbers(name: BackendName, tensor: Tensor): Promise<Float32Array> {
  const values = Float32Array.from(await tensor.data());
  tensor.dispose();
  if (values.some((value) => !Number.isFinite(value))) {
    throw new BackendFailure(name, "returned a number that is not finite");
  }
  return values;
}
