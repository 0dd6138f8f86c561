/** One command from its options to its exit code: 2 where rows of a corpus were refused. */
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import type { Progress } from "#edge/local/progress.ts";
import { type Benchmark, readBenchmark } from "./ablation/read-benchmark.ts";
import type { Command } from "./command-line.ts";
import { COMMAND_FUNCTIONS } from "./commands.ts";
import { describeFault } from "./formats/read-rows.ts";
import { EXIT_BAD_INPUT, InputError } from "./input-error.ts";
import { openSystems, type Systems } from "./systems/open-systems.ts";

export interface CommandInput {
  readonly command: Command;
  readonly progress: Progress;
  readonly print: (line: string) => void;
}

/** Faults printed in full; all kept ones are in the result. */
const FAULTS_PRINTED_MAX = 20;

export async function runCommand({ command, progress, print }: CommandInput): Promise<number> {
  const started = performance.now();
  mkdirSync(command.outFolder, { recursive: true });
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

async function benchmarkOf(command: Command, systems: Systems): Promise<Benchmark> {
  const refusedIds = new Set(systems.index.record.faults.map(({ id }) => id));
  const benchmark = await readBenchmark({
    path: command.cases,
    split: command.split,
    language: command.language,
    corpora: systems.index.record.corpora.map(({ name }) => name),
    hasDocument: (id) => systems.documents.has(id) || refusedIds.has(id),
  });
  if (command.subset === null) return benchmark;
  const ids = benchmark.subsets.get(command.subset);
  if (ids === undefined) {
    const known = [...benchmark.subsets.keys()].join(", ") || "none";
    throw new InputError(`--subset: no list "${command.subset}" beside the cases; known: ${known}`);
  }
  const members = new Set(ids);
  return { ...benchmark, cases: benchmark.cases.filter(({ id }) => members.has(id)) };
}
