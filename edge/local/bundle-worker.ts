/** Bundles the Worker for workerd as wrangler does (esbuild, ESM, `workerd` condition). */
import { build } from "esbuild";

export interface WorkerBundle {
  readonly script: string;
  /** Paths of every source that went in, relative to the project. */
  readonly inputs: readonly string[];
}

const PROJECT = new URL("../../", import.meta.url).pathname;

export async function bundleWorker(): Promise<WorkerBundle> {
  const result = await build({
    absWorkingDir: PROJECT,
    entryPoints: ["edge/worker.ts"],
    bundle: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    loader: { ".html": "text", ".css": "text" },
    minify: true,
    keepNames: true,
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const [output] = result.outputFiles;
  if (output === undefined) {
    throw new Error("the bundler wrote nothing");
  }
  return { script: output.text, inputs: Object.keys(result.metafile.inputs) };
}
