/**
 * The corpora that a first start ingests. Rows (with their shipped vectors) come from the benchmark's
 * own reader, run as a process: edge/ imports nothing from cerb/.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { StartError } from "./data-folder.ts";
import type { NumberedRow } from "./ingest-client.ts";

const MANIFEST = new URL("../../cerb/corpora/manifest.json", import.meta.url);
const PRINTER = new URL("../../cerb/corpora/print-rows.ts", import.meta.url).pathname;

export interface ShippedCorpus {
  readonly name: string;
  readonly rows: number;
}

export function defaultCorpora(): ShippedCorpus[] {
  const entries = JSON.parse(readFileSync(MANIFEST, "utf8")) as (ShippedCorpus & {
    default: boolean;
  })[];
  return entries.filter((entry) => entry.default);
}

/** Rows in the order of the file; `model` asks for the vectors of that model. */
export async function* readShippedCorpus(name: string, model: string): AsyncGenerator<NumberedRow> {
  const child = spawn(process.execPath, [PRINTER, name, "--model", model], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  let line = 0;
  for await (const text of createInterface({ input: child.stdout })) {
    line += 1;
    yield { where: `${name}:${line}`, row: JSON.parse(text) as Record<string, unknown> };
  }
  if ((await ended) !== 0) {
    throw new StartError(`the shipped corpus ${name} cannot be read`);
  }
}
