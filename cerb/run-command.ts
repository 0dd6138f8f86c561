/** One command from its options to its exit code: 2 where rows of a corpus were refused. */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Progress } from "#edge/local/progress.ts";
import { type Benchmark, readBenchmark } from "./ablation/read-benchmark.ts";
import { CASES_FILE } from "./cases/load-cases.ts";
import type { Command } from "./command-line.ts";
import { COMMAND_FUNCTIONS } from "./commands.ts";
import { writeGceLike } from "./corpora/gce-like/write-corpus.ts";
import { isBeirFolder } from "./formats/beir-cases.ts";
import { describeFault } from "./formats/read-rows.ts";
import { EXIT_BAD_INPUT, InputError } from "./input-error.ts";
import { DEFAULT_MODEL } from "./systems/default-model.ts";
import { openSystems, type Systems } from "./systems/open-systems.ts";

type ReadyCommand = Command & { readonly cases: string };

const SHIPPED_CASES = fileURLToPath(CASES_FILE);

export interface CommandInput {
  readonly command: Command;
  readonly progress: Progress;
  readonly print: (line: string) => void;
}

/** Faults printed in full; all kept ones are in the result. */
const FAULTS_PRINTED_MAX = 20;

export async function runCommand(input: CommandInput): Promise<number> {
  const started = performance.now();
  const { progress, print } = input;
  mkdirSync(input.command.outFolder, { recursive: true });
  const command = await complete(input.command, progress);
  // A fault in the cases must show before minutes of ingest.
  if (command.name !== "audit") await readCases(command, [], () => true);
  progress.step(`cerb ${command.name}: seed ${command.seed}, out ${command.outFolder}`);
  const systems = await openSystems({
    ...command,
    beirLanguage: command.language,
    cacheFolder: command.cacheFolder === null ? null : resolve(command.cacheFolder),
    progress,
  });
  try {
    const { record } = systems.index;
    for (const fault of record.faults.slice(0, FAULTS_PRINTED_MAX)) print(describeFault(fault));
    const refused = record.corpora.reduce((sum, corpus) => sum + corpus.refused, 0);
    if (refused > 0) print(`${refused} rows were refused; the others are in the index`);
    const benchmark = () => benchmarkOf(command, systems);
    await COMMAND_FUNCTIONS[command.name]({ command, systems, benchmark, progress, print });
    const seconds = (performance.now() - started) / 1000;
    const peakMb = process.resourceUsage().maxRSS / 1024;
    print(`${seconds.toFixed(1)} s, peak memory ${peakMb.toFixed(0)} MB`);
    return refused > 0 ? EXIT_BAD_INPUT : 0;
  } finally {
    await systems.close();
  }
}

/** The command with its cases, and with its corpus where that is generated. */
async function complete(command: Command, progress: Progress): Promise<ReadyCommand> {
  const { name, cases } = command;
  if (name === "gce-like") return await withGeneratedCorpus(command, progress);
  if (cases !== null) return { ...command, cases };
  const beir = [];
  for (const path of command.corpora) if (await isBeirFolder(path)) beir.push(path);
  return { ...command, cases: beir[0] ?? SHIPPED_CASES };
}

/** The generated corpus lies beside the indexes, or in the output folder where there are none. */
async function withGeneratedCorpus(command: Command, progress: Progress): Promise<ReadyCommand> {
  const { chunks, seed, cacheFolder, outFolder } = command;
  const parent = join(cacheFolder ?? outFolder, "gce-like");
  const options = { chunks, seed, model: DEFAULT_MODEL, progress };
  const { folder, casesFile } = await writeGceLike(parent, options);
  return { ...command, corpora: [folder], cases: casesFile };
}

async function benchmarkOf(command: ReadyCommand, systems: Systems): Promise<Benchmark> {
  const { record } = systems.index;
  const refusedIds = new Set(record.faults.map(({ id }) => id));
  return await readCases(
    command,
    record.corpora.map(({ name }) => name),
    (id) => systems.documents.has(id) || refusedIds.has(id),
  );
}

async function readCases(
  { cases, split, language, subset }: ReadyCommand,
  corpora: readonly string[],
  hasDocument: (id: string) => boolean,
): Promise<Benchmark> {
  const benchmark = await readBenchmark({ path: cases, split, language, corpora, hasDocument });
  if (benchmark.cases.length === 0) {
    throw new InputError(`${cases}: no case has its documents in the given corpora`);
  }
  if (subset === null) return benchmark;
  const ids = benchmark.subsets.get(subset);
  if (ids === undefined) {
    const known = [...benchmark.subsets.keys()].join(", ") || "none";
    throw new InputError(`--subset: no list "${subset}" beside the cases; known: ${known}`);
  }
  const members = new Set(ids);
  return { ...benchmark, cases: benchmark.cases.filter(({ id }) => members.has(id)) };
}
