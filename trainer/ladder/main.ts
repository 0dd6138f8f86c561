/**
 * `npm run ladder -- --dataset DIR --out DIR [--seed 42] [--language en] [--rebuild-table]
 * [--select-features]`: climbs the ladder on a BEIR-layout collection and writes ladder.json and
 * ladder.html. With --rebuild-table it makes the collection's token table first; with
 * --select-features it repeats the selection of the feature lists and prints it. Exit 0 on success, 2
 * on bad input, 1 otherwise.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { badInput, EXIT_BAD_INPUT, EXIT_FAILURE, TrainerError } from "../training-error.ts";
import { readBeirDataset } from "./beir-dataset.ts";
import { readTable, rebuildTable } from "./dataset-table.ts";
import { ladderJson, type LadderJson } from "./ladder-json.ts";
import { ladderPage } from "./ladder-page.ts";
import { localEmbedder } from "./query-vectors.ts";
import { runLadder } from "./run-ladder.ts";
import { selectLayers } from "./select-features.ts";

const USAGE =
  "npm run ladder -- --dataset DIR --out DIR [--seed N] [--language en] [--rebuild-table] " +
  "[--select-features]";

interface Arguments {
  readonly dataset: string;
  readonly out: string;
  readonly seed: number;
  readonly language: string;
  readonly rebuildsTable: boolean;
  readonly selectsFeatures: boolean;
}

function readArguments(argv: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      dataset: { type: "string" },
      out: { type: "string" },
      seed: { type: "string", default: "42" },
      language: { type: "string", default: "en" },
      "rebuild-table": { type: "boolean", default: false },
      "select-features": { type: "boolean", default: false },
    },
  });
  const seed = Number(values.seed);
  const { dataset, out, language } = values;
  if (dataset === undefined) throw badInput("--dataset DIR is missing");
  if (out === undefined) throw badInput("--out DIR is missing");
  if (!Number.isInteger(seed) || seed < 0) throw badInput(`--seed ${values.seed} is no count`);
  if (!/^[a-z]{2}$/.test(language)) throw badInput(`--language ${language} is not two letters`);
  const rebuildsTable = values["rebuild-table"];
  const selectsFeatures = values["select-features"];
  return { dataset, out, seed, language, rebuildsTable, selectsFeatures };
}

const secondsSince = (started: number): number => (performance.now() - started) / 1000;

/** One line when a layer's queries are through. */
function queryProgress(label: string, count: number): () => void {
  const started = performance.now();
  let done = 0;
  return () => {
    done += 1;
    if (done < count) return;
    console.log(`  ${label}: ${count} queries, ${secondsSince(started).toFixed(1)} s`);
  };
}

const REPORTED_STEPS = 5000;

function stepProgress(label: string, count: number): (done: number) => void {
  return (done) => {
    if (done % REPORTED_STEPS === 0 || done === count) console.log(`  ${label}: ${done}/${count}`);
  };
}

const figure = (value: number | null): string =>
  (value === null ? "-" : value.toFixed(4)).padStart(7);

function printResult({ stages, notes, ...run }: LadderJson): void {
  for (const { name, ndcg10, recall100, unseenNdcg10, disjointCvNdcg10, vsRrf } of stages) {
    console.log(
      `${name.padEnd(22)} nDCG@10 ${figure(ndcg10)}  R@100 ${figure(recall100)}  unseen ` +
        `${figure(unseenNdcg10)}  disjoint CV ${figure(disjointCvNdcg10)}  vs RRF ` +
        `${vsRrf.delta.toFixed(4)} [${vsRrf.low.toFixed(4)}, ${vsRrf.high.toFixed(4)}]`,
    );
  }
  for (const note of notes) console.log(note);
  console.log(
    `test judgments were used ${run.testUses} time; features served and trained on differ by at ` +
      `most ${run.servingGap ?? "-"}; ${run.seconds} s, ${run.memoryMb} MB`,
  );
}

async function main(): Promise<void> {
  const started = performance.now();
  const options = readArguments(process.argv.slice(2));
  const { dataset: folder, out, seed, language } = options;
  const dataset = readBeirDataset(folder);
  const { documents, documentVectors, queryVectors, train, test } = dataset;
  console.log(
    `ladder: ${folder}, ${documents.length} documents, ${train.size} training and ${test.size} ` +
      `test queries, seed ${seed}`,
  );
  if (options.rebuildsTable) {
    console.log(`written: ${await rebuildTable(dataset, seed, stepProgress)}`);
  }
  const needsModel = documentVectors === null || queryVectors === null;
  const embedder = needsModel ? await localEmbedder() : null;
  if (typeof embedder === "string") console.log(`words alone: ${embedder}`);
  const result = await runLadder(dataset, {
    seed,
    language,
    embedder: typeof embedder === "string" ? null : embedder,
    table: readTable(folder),
    progress: queryProgress,
    note: (line) => console.log(line),
  });
  const json = ladderJson(result, { dataset: folder, seed, seconds: secondsSince(started) });
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "ladder.json"), `${JSON.stringify(json, null, 2)}\n`);
  writeFileSync(join(out, "ladder.html"), ladderPage(result, json));
  printResult(json);
  if (options.selectsFeatures && result.encoder !== null) {
    console.log(JSON.stringify(selectLayers(result.context, result.encoder), null, 2));
  }
}

try {
  await main();
  process.exit(0);
} catch (error) {
  const isUsage = error instanceof TypeError && "code" in error;
  const exitCode =
    error instanceof TrainerError ? error.exitCode : isUsage ? EXIT_BAD_INPUT : EXIT_FAILURE;
  console.error(error instanceof TrainerError || isUsage ? (error as Error).message : error);
  if (exitCode === EXIT_BAD_INPUT) console.error(`usage: ${USAGE}`);
  process.exit(exitCode);
}
