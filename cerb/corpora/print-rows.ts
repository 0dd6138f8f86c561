/**
 * Prints one shipped corpus as JSON lines on stdout, ready for ingest: the rows as they are and, with
 * --model, their shipped vectors as `embedding`. The local stack runs it as a process.
 * Usage: node cerb/corpora/print-rows.ts NAME [--model MODEL]
 */
import { once } from "node:events";
import { parseArgs } from "node:util";
import { CorpusError } from "./manifest.ts";
import { readCorpus } from "./read-corpus.ts";

const EXIT_BAD_INPUT = 2;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { model: { type: "string" } },
  });
  const [name] = positionals;
  if (name === undefined) {
    throw new CorpusError("corpus_unknown", "name a corpus of cerb/corpora/manifest.json");
  }
  const options = values.model === undefined ? {} : { model: values.model };
  for await (const { row, vectors } of readCorpus(name, options)) {
    const line = vectors === null ? row : { ...row, embedding: vectors };
    if (!process.stdout.write(`${JSON.stringify(line)}\n`)) {
      await once(process.stdout, "drain");
    }
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = error instanceof CorpusError ? EXIT_BAD_INPUT : 1;
}
