/**
 * Chooses the backend and says why. The GPU is taken where it loads and passes a self-test on a
 * small product; otherwise float64 in WebAssembly, which on one CPU core beats the pure JavaScript
 * backend of tfjs by far (`trainer/README.md`): that one only runs when it is asked for by name.
 */
import type { PairMatrix } from "#trainer/solver/problem.ts";
import type { Backend, BackendChoice, BackendFallback, BackendName } from "./backend.ts";
import type { TensorFlowLoader } from "./tensorflow.ts";
import { loadCpu, loadNodeGpu } from "./tensorflow.ts";
import { createTfjsBackend } from "./tfjs-backend.ts";
import { createTypescriptBackend, multiplyTransposed } from "./typescript-backend.ts";
import { createWasmBackend } from "./wasm-backend.ts";

/** How each optional flavour is loaded; tests put failing loaders here. */
export type BackendLoaders = Readonly<
  Record<Exclude<BackendName, "typescript" | "wasm">, TensorFlowLoader>
>;

export const DEFAULT_LOADERS: BackendLoaders = {
  "tfjs-node-gpu": loadNodeGpu,
  "tfjs-cpu": loadCpu,
};

/** What the GPU package was built against; shown beside the version that was found to be wrong. */
const NEEDED =
  "needs the native library of @tensorflow/tfjs-node-gpu 4.22 with CUDA 11 and cuDNN 8";
const REASON_LENGTH_MAX = 300;

/** The first of the wanted backends that loads and computes correctly, at last the reference. */
export async function selectBackend(
  wanted: readonly BackendName[] = ["tfjs-node-gpu", "wasm", "typescript"],
  loaders: BackendLoaders = DEFAULT_LOADERS,
): Promise<BackendChoice> {
  const fallbacks: BackendFallback[] = [];
  for (const name of [...wanted, "typescript"] as const) {
    try {
      const backend = await load(name, loaders);
      await selfTest(backend);
      const tried = fallbacks.map((other) => `${other.name} did not run: ${other.reason}`);
      const reason = [`${name} (${backend.precision}) passed its self-test`, ...tried].join("; ");
      return { backend, reason, fallbacks };
    } catch (error) {
      fallbacks.push({ name, reason: failureReason(name, error) });
    }
  }
  throw new Error("the reference backend failed its own self-test");
}

async function load(name: BackendName, loaders: BackendLoaders): Promise<Backend> {
  if (name === "typescript") return createTypescriptBackend();
  if (name === "wasm") return createWasmBackend();
  return createTfjsBackend(name, await loaders[name]());
}

/** One line, bounded: messages of native loaders run over many lines. */
export function failureReason(name: BackendName, error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  // A report is read elsewhere: it names the file, not the folders of this machine.
  const line = text
    .replace(/\S*[/\\]node_modules[/\\]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, REASON_LENGTH_MAX);
  return name === "tfjs-node-gpu" ? `${line} (${NEEDED})` : line;
}

async function selfTest(backend: Backend): Promise<void> {
  const a: PairMatrix = { rows: 3, columns: 2, data: Float64Array.of(1, 2, 3, 4, -5, 0.5) };
  const expected = multiplyTransposed(a, a);
  const found = await backend.multiplyTransposed(a, a);
  const isWrong = expected.some((value, i) => !(Math.abs(found[i] - value) <= 1e-4));
  if (found.length !== expected.length || isWrong) {
    throw new Error("computed a wrong product in its self-test");
  }
}
