/**
 * `npm run bench -- SUITE --out DIR [--smoke] [--seed N] [--dataset DIR]`: runs one suite, prints
 * its tables, and writes `<suite>.json` and `<suite>.html`. Exit 0 on success, 2 on bad arguments,
 * 1 otherwise.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { benchPage } from "./bench-page.ts";
import type { BenchOptions, BenchTable } from "./suite.ts";
import { SUITES } from "./suites.ts";

const USAGE = "npm run bench -- SUITE --out DIR [--smoke] [--seed N] [--dataset DIR]";
const EXIT_BAD_INPUT = 2;

class UsageError extends Error {}

interface Arguments extends BenchOptions {
  readonly suite: string;
  readonly out: string;
}

const log = (line: string): void => console.log(line);

function readArguments(argv: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      out: { type: "string" },
      smoke: { type: "boolean", default: false },
      seed: { type: "string", default: "42" },
      dataset: { type: "string" },
    },
  });
  const [suite, ...rest] = positionals;
  const names = Object.keys(SUITES).join(", ");
  if (suite === undefined || rest.length > 0) throw new UsageError(`one suite of ${names}`);
  if (SUITES[suite] === undefined) throw new UsageError(`unknown suite ${suite}, one of ${names}`);
  if (values.out === undefined) throw new UsageError("--out DIR is missing");
  const seed = Number(values.seed);
  if (!Number.isInteger(seed) || seed < 0)
    throw new UsageError(`--seed ${values.seed} is no count`);
  return {
    suite,
    out: values.out,
    smoke: values.smoke,
    seed,
    dataset: values.dataset ?? null,
    log,
  };
}

function printTable({ title, note, columns, rows }: BenchTable): void {
  const all = [columns, ...rows];
  const widths = columns.map((_, j) => Math.max(...all.map((row) => (row[j] ?? "").length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, j) => cell.padEnd(widths[j] ?? 0))
      .join("  ")
      .trimEnd();
  console.log([`\n${title}`, note, line(columns), ...rows.map(line)].join("\n"));
}

async function main(): Promise<void> {
  const options = readArguments(process.argv.slice(2));
  const { suite, out, seed, smoke } = options;
  console.log(`bench ${suite}: seed ${seed}${smoke ? ", smoke sizes" : ""}`);
  const report = await (await SUITES[suite]!()).run(options);
  for (const table of report.tables) printTable(table);
  const machine = {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    node: process.version,
  };
  mkdirSync(out, { recursive: true });
  const json = { suite, seed, smoke, machine, ...report.json };
  writeFileSync(join(out, `${suite}.json`), `${JSON.stringify(json, null, 2)}\n`);
  writeFileSync(join(out, `${suite}.html`), benchPage(suite, report));
  console.log(`\nwritten: ${join(out, `${suite}.json`)}, ${join(out, `${suite}.html`)}`);
}

try {
  await main();
} catch (error) {
  const isUsage = error instanceof UsageError || (error instanceof TypeError && "code" in error);
  console.error(isUsage ? `${(error as Error).message}\nusage: ${USAGE}` : error);
  process.exitCode = isUsage ? EXIT_BAD_INPUT : 1;
}
