/**
 * What `--cases PATH` stands for: a CERB case file, with the named lists (split, pilot) that lie
 * beside it, or a BEIR folder. Faults carry file, line and field.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { CasesError, loadPilot, loadSplit } from "../cases/load-cases.ts";
import { parseCases } from "../cases/parse-cases.ts";
import { isBeirFolder, readBeirCases } from "../formats/beir-cases.ts";
import { InputError } from "../input-error.ts";
import { type BenchmarkCase, fromCerbCase } from "./benchmark-case.ts";
import type { Subsets } from "./summarize.ts";

export interface Benchmark {
  /** Ascending by id. */
  readonly cases: readonly BenchmarkCase[];
  readonly subsets: Subsets;
  readonly sha256: string;
  /** Cases whose documents are in no given corpus, left out. */
  readonly skipped: readonly string[];
}

export interface BenchmarkOptions {
  readonly path: string;
  /** Split of a BEIR folder, and the language of its queries. */
  readonly split: string;
  readonly language: string;
  /** Names of the given corpora. */
  readonly corpora: readonly string[];
  readonly hasDocument: (id: string) => boolean;
}

export async function readBenchmark(options: BenchmarkOptions): Promise<Benchmark> {
  const { path } = options;
  const found = await stat(path).catch(() => null);
  if (found === null) throw new InputError(`${path}: no such file or folder`);
  if (found.isDirectory()) return await readFolder(options);
  const text = await readFile(path, "utf8");
  const { cases, faults } = parseCases(text);
  if (faults.length > 0) {
    throw new InputError(new CasesError(path, faults).message);
  }
  const skipped: string[] = [];
  const missing: string[] = [];
  const kept = cases.filter(({ line, item }) => {
    const index = item.relevant.findIndex(({ id }) => !options.hasDocument(id));
    if (index < 0) return true;
    const isForeign = item.corpora?.some((name) => !options.corpora.includes(name)) ?? false;
    if (isForeign) skipped.push(item.id);
    else {
      const { id } = item.relevant[index]!;
      missing.push(`${path}:${line}: relevant.${index}.id: "${id}" is in no given corpus`);
    }
    return false;
  });
  if (missing.length > 0) throw new InputError(missing.slice(0, 10).join("\n"));
  return {
    cases: kept.map(({ item }) => fromCerbCase(item)).toSorted(byId),
    subsets: await subsetsBeside(path),
    sha256: createHash("sha256").update(text).digest("hex"),
    skipped: skipped.toSorted(),
  };
}

async function readFolder({ path, split, language }: BenchmarkOptions): Promise<Benchmark> {
  if (!(await isBeirFolder(path))) {
    throw new InputError(`${path}: holds no queries.jsonl with qrels`);
  }
  const cases = await readBeirCases(path, { split, language });
  const text = JSON.stringify(
    cases.map(({ id, query, labels }) => [id, query, [...labels.grades]]),
  );
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { cases, subsets: new Map(), sha256, skipped: [] };
}

function byId(left: BenchmarkCase, right: BenchmarkCase): number {
  if (left.id === right.id) return 0;
  return left.id < right.id ? -1 : 1;
}

async function subsetsBeside(path: string): Promise<Subsets> {
  const subsets = new Map<string, readonly string[]>();
  const beside = (name: string) => join(dirname(path), name);
  if (existsSync(beside("split.json"))) {
    const split = await loadSplit(pathToFileURL(beside("split.json")));
    subsets.set("tuning", split.tuning);
    subsets.set("measured", split.measured);
  }
  if (existsSync(beside("pilot.json"))) {
    subsets.set("pilot", await loadPilot(pathToFileURL(beside("pilot.json"))));
  }
  return subsets;
}
