/**
 * The few operations of TensorFlow.js that the backend uses, as a structural type, and the loading
 * of its two flavours. It is an optional dependency: only dynamic imports name it, and a failure to
 * load is a reason, not a crash.
 */
import { createRequire } from "node:module";

export interface Tensor {
  readonly shape: readonly number[];
  data(): Promise<ArrayLike<number>>;
  dispose(): void;
}

export interface TensorFlow {
  tensor(values: Float32Array | Int32Array, shape: number[], dtype?: "float32" | "int32"): Tensor;
  tidy<T>(compute: () => T): T;
  matMul(a: Tensor, b: Tensor, transposeA?: boolean, transposeB?: boolean): Tensor;
  gather(x: Tensor, indices: Tensor, axis?: number): Tensor;
  add(a: Tensor, b: Tensor | number): Tensor;
  sub(a: Tensor, b: Tensor | number): Tensor;
  mul(a: Tensor, b: Tensor | number): Tensor;
  div(a: Tensor, b: Tensor | number): Tensor;
  clipByValue(x: Tensor, low: number, high: number): Tensor;
  greater(a: Tensor, b: Tensor | number): Tensor;
  less(a: Tensor, b: Tensor | number): Tensor;
  cast(x: Tensor, dtype: "float32"): Tensor;
  where(condition: Tensor, a: Tensor, b: Tensor): Tensor;
  sum(x: Tensor, axis: number): Tensor;
  setBackend(name: string): Promise<boolean>;
  getBackend(): string;
  backend(): object;
  /** Also silences the advice that the CPU backend prints. */
  enableProdMode(): void;
}

export type TensorFlowLoader = () => Promise<TensorFlow>;

/**
 * The native GPU package. It silently computes on the CPU where the device cannot be used, so the
 * device is asked for: a run on the CPU must not be reported as one on the GPU.
 */
export const loadNodeGpu: TensorFlowLoader = async () => {
  restoreRemovedCheck();
  const name = "@tensorflow/tfjs-node-gpu";
  const loaded = (await import(name)) as TensorFlow & { default?: TensorFlow };
  const tf = loaded.default ?? loaded;
  const native = tf.backend() as { isUsingGpuDevice?: boolean };
  if (native.isUsingGpuDevice !== true) {
    throw new Error("loaded, but no GPU device can be used (driver, CUDA or cuDNN libraries)");
  }
  return tf;
};

/** The pure JavaScript CPU implementation; needs no native code. */
export const loadCpu: TensorFlowLoader = async () => {
  const [core, cpu] = ["@tensorflow/tfjs-core", "@tensorflow/tfjs-backend-cpu"];
  const loaded = (await import(core)) as TensorFlow & { default?: TensorFlow };
  await import(cpu);
  const tf = loaded.default ?? loaded;
  tf.enableProdMode();
  if (!(await tf.setBackend("cpu"))) throw new Error("the CPU backend could not be started");
  return tf;
};

/** tfjs-node 4.22 calls util.isNullOrUndefined, which Node 23 removed. */
function restoreRemovedCheck(): void {
  const util = createRequire(import.meta.url)("node:util") as {
    isNullOrUndefined?: (value: unknown) => boolean;
  };
  util.isNullOrUndefined ??= (value) => value === null || value === undefined;
}
