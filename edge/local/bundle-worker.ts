/**
 * Bundles the Worker (esbuild, ESM, `workerd` condition): the script that runs on one machine is the
 * script that is deployed.
 */
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";

export interface WorkerBundle {
  readonly script: string;
  /** Paths of every source that went in, relative to the project. */
  readonly inputs: readonly string[];
}

const PROJECT = new URL("../../", import.meta.url).pathname;

/**
 * What the Worker never calls of zod: its list of all languages (40 KB gzip; messages are English, which it
 * imports by itself) and the reading of JSON Schema (5 KB).
 */
const unusedZodOutside: Plugin = {
  name: "unused-zod-outside",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /\/locales\/index\.js$/ }, ({ importer }) =>
      /\/node_modules\/zod\//.test(importer)
        ? { path: "zod-locales", namespace: "empty", sideEffects: false }
        : null,
    );
    onLoad({ filter: /./, namespace: "empty" }, () => ({ contents: "export {};" }));
    onLoad({ filter: /\/zod\/v4\/classic\/from-json-schema\.js$/ }, () => ({
      contents: "export const fromJSONSchema = undefined;",
    }));
  },
};

/** Learned weights that the script carries, as a data file beside the code that reads them. */
const MODEL_DATA = /\/core\/scope\/detect\/field-detector\.json$/;

const modelDataOutside: Plugin = {
  name: "model-data-outside",
  setup: ({ onLoad }) => {
    onLoad({ filter: MODEL_DATA }, () => ({ contents: "export default {};" }));
  },
};

export interface BundleSizes {
  /** KB gzip of the script without model data. */
  readonly code: number;
  /** What the model data adds. */
  readonly modelData: number;
}

export async function bundleSizes(whole: WorkerBundle): Promise<BundleSizes> {
  const kilobytes = ({ script }: WorkerBundle): number => gzipSync(script).length / 1024;
  const code = kilobytes(await bundleWorker([modelDataOutside]));
  return { code, modelData: kilobytes(whole) - code };
}

export async function bundleWorker(plugins: readonly Plugin[] = []): Promise<WorkerBundle> {
  const result = await build({
    absWorkingDir: PROJECT,
    entryPoints: ["edge/worker.ts"],
    bundle: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    loader: { ".html": "text", ".css": "text" },
    minify: true,
    plugins: [unusedZodOutside, ...plugins],
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
