/**
 * Query encoding by table inside workerd, in milliseconds a query: the slope of the time of a request
 * over the number of encodings in it, so that HTTP and JSON drop out.
 */
import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { convertV4MiniflareOptions, Miniflare, NoOpLog } from "miniflare";
import { mulberry32 } from "#significance/mulberry32.ts";
import { buildWordTable, countWords, TABLE_WORDS_MAX } from "../encoder/word-table.ts";
import { readBeirDataset } from "../ladder/beir-dataset.ts";
import { readTable } from "../ladder/dataset-table.ts";
import { median } from "./measure.ts";
import type { BenchOptions, BenchReport, BenchSuite } from "./suite.ts";

const SHIPPED = new URL("../../cerb/corpora/scifact", import.meta.url).pathname;
const PROJECT = new URL("../../", import.meta.url).pathname;
const BAR_MS = 0.2;
const QUERIES = 200;
const REPEATS = 15;
/** Encodings of a request: every query this often, and that often. */
const ROUNDS = { few: 5, many: 25 } as const;
const DIMENSION = 384;

interface Trial {
  readonly name: string;
  readonly model: string;
  readonly table: Uint8Array;
  readonly texts: readonly string[];
}

interface Row {
  readonly name: string;
  readonly words: number;
  readonly milliseconds: number;
}

async function run({ smoke, seed, dataset, log }: BenchOptions): Promise<BenchReport> {
  const trials = trialsOf(dataset ?? SHIPPED, seed);
  const worker = await startEncoder();
  const rows: Row[] = [];
  try {
    for (const trial of trials) {
      log(`encoding ${trial.texts.length} queries: ${trial.name}`);
      rows.push(await measure(worker, trial, smoke ? 1 : REPEATS));
    }
  } finally {
    await worker.dispose();
  }
  return {
    json: { rows, barMs: BAR_MS, repeats: smoke ? 1 : REPEATS },
    tables: [
      {
        title: "Query encoding by table in workerd",
        note: "slope of the time over the number of encodings, median of the repeats",
        columns: ["table", "words a query", "ms a query", "bar"],
        rows: rows.map(({ name, words, milliseconds }) => [
          name,
          words.toFixed(1),
          milliseconds.toFixed(4),
          String(BAR_MS),
        ]),
      },
    ],
    charts: [],
  };
}

/** The shipped table of WordPieces; and word tables whose vectors are random, since only time counts. */
function trialsOf(folder: string, seed: number): Trial[] {
  const { documents, queries, train } = readBeirDataset(folder);
  const training = queries.filter(({ id }) => train.has(id)).map(({ text }) => text);
  const texts = training.slice(0, QUERIES);
  const pieces = readTable(folder);
  const passages = documents.map(({ title, text }) => ({
    language: "en",
    text: `${title} ${text}`,
  }));
  const words = countWords(passages);
  const next = mulberry32(seed);
  const vectors = words.map(() => Float32Array.from({ length: DIMENSION }, () => next() - 0.5));
  const table = buildWordTable("random", words, vectors);
  const misspelt = texts.map((text) => text.split(" ").map(withTypo).join(" "));
  const oneInFive = texts.map((text) =>
    text
      .split(" ")
      .map((word, at) => (at % 5 === 0 ? withTypo(word) : word))
      .join(" "),
  );
  const size = `${Math.min(words.length, TABLE_WORDS_MAX)} words`;
  return [
    ...(pieces === null
      ? []
      : [{ name: "WordPieces", model: "bge-small-en-v1.5", table: pieces, texts }]),
    { name: `${size}, as asked`, model: "random", table, texts },
    { name: `${size}, one in five misspelt`, model: "random", table, texts: oneInFive },
    { name: `${size}, each misspelt`, model: "random", table, texts: misspelt },
  ];
}

const withTypo = (word: string): string => `${word.slice(0, 2)}q${word.slice(2)}`;

async function startEncoder(): Promise<Miniflare> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT,
    entryPoints: ["trainer/bench/encoder-worker.ts"],
    bundle: true,
    format: "esm",
    target: "es2024",
    write: false,
    logLevel: "silent",
  });
  return new Miniflare({
    ...convertV4MiniflareOptions({
      name: "encoder",
      modules: [{ type: "ESModule", path: "worker.js", contents: outputFiles[0]!.text }],
      compatibilityDate: compatibilityDate(),
    }),
    log: new NoOpLog(),
    telemetry: { enabled: false },
  });
}

const compatibilityDate = (): string =>
  /compatibility_date\s*=\s*"([^"]+)"/.exec(readFileSync(`${PROJECT}wrangler.toml`, "utf8"))![1]!;

async function measure(worker: Miniflare, trial: Trial, repeats: number): Promise<Row> {
  const { name, model, table, texts } = trial;
  const url = await worker.ready;
  const put = await fetch(`${url.href}?model=${model}`, {
    method: "PUT",
    body: new Uint8Array(table),
  });
  if (!put.ok) throw new Error(`the table was refused: ${await put.text()}`);
  const timeOf = async (rounds: number): Promise<number> => {
    const started = performance.now();
    const response = await fetch(url, {
      method: "POST",
      body: JSON.stringify({ texts, rounds }),
    });
    await response.json();
    return performance.now() - started;
  };
  await timeOf(ROUNDS.many);
  const slopes: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const [few, many] = [await timeOf(ROUNDS.few), await timeOf(ROUNDS.many)];
    slopes.push((many - few) / ((ROUNDS.many - ROUNDS.few) * texts.length));
  }
  const words = texts.reduce((sum, text) => sum + text.split(" ").length, 0) / texts.length;
  return { name, words, milliseconds: median(slopes) };
}

export const encoderSuite: BenchSuite = {
  description: "Query encoding by table inside workerd",
  run,
};
