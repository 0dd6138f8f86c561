/**
 * Writes the shipped query vectors of the shipped cases.
 * Usage: node cerb/systems/build-query-vectors.ts
 */
import { writeFile } from "node:fs/promises";
import { loadOnnxEmbedder } from "#edge/local/embedder/onnx-embedder.ts";
import { loadCases } from "../cases/load-cases.ts";
import { encodeQueryVectors, QUERY_VECTORS_FOLDER, queryVectorFiles } from "./query-embedder.ts";
import { DEFAULT_MODEL } from "./default-model.ts";

const loaded = await loadOnnxEmbedder(DEFAULT_MODEL);
if (loaded.status !== "ready") {
  process.stderr.write(`${loaded.reason}\n`);
  process.exit(1);
}
const cases = await loadCases();
const queries = cases.map(({ query }) => query);
const { header, bytes } = await encodeQueryVectors(loaded.embedder, queries);
const names = queryVectorFiles(DEFAULT_MODEL.id);
await writeFile(new URL(names.vectors, QUERY_VECTORS_FOLDER), bytes);
await writeFile(
  new URL(names.header, QUERY_VECTORS_FOLDER),
  `${JSON.stringify(header, null, 2)}\n`,
);
process.stdout.write(`${header.queries.length} query vectors of ${header.model}\n`);
await loaded.embedder.close();
