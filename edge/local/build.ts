/** `node edge/local/build.ts`: what wrangler runs before it uploads the Worker and its pages. */
import { mkdir, writeFile } from "node:fs/promises";
import { bundlePlayground, PLAYGROUND_DIST } from "../playground/bundle-playground.ts";
import { bundleWorker } from "./bundle-worker.ts";
import { writeReference } from "./reference/write-reference.ts";

/** Where wrangler.toml looks for the Worker. */
const WORKER_DIST = new URL("../dist/", import.meta.url).pathname;

const [{ script }] = await Promise.all([
  bundleWorker(),
  bundlePlayground(PLAYGROUND_DIST),
  mkdir(WORKER_DIST, { recursive: true }),
]);
await writeFile(`${WORKER_DIST}worker.js`, script);
await writeReference(PLAYGROUND_DIST);
