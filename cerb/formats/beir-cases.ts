/**
 * Queries and judgments of a BEIR folder as benchmark cases. They state no curriculum scope: quality
 * is measured, leakage and exact-scope success are undefined for them.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BenchmarkCase } from "../ablation/benchmark-case.ts";
import { InputError } from "../input-error.ts";
import { readLines } from "./read-lines.ts";

export const QUERIES_MAX = 20_000;
export const JUDGMENTS_MAX = 2_000_000;

export const BEIR_SLICE = "queries";

/** Whether a folder has the layout: queries and judgments. */
export async function isBeirFolder(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.some(isQueries) && (names.includes("qrels") || names.includes("qrels.tsv"));
}

const isQueries = (name: string) => /^queries\.jsonl(\.gz)?$/.test(name);

/** Queries that have judgments in the split, in ascending order of id. */
export async function readBeirCases(
  folder: string,
  { split, language }: { readonly split: string; readonly language: string },
): Promise<BenchmarkCase[]> {
  const grades = await readJudgments(await judgmentFile(folder, split));
  const names = await readdir(folder);
  const queries = await readQueries(join(folder, names.find(isQueries)!));
  return [...grades.keys()].toSorted().flatMap((id) => {
    const query = queries.get(id);
    if (query === undefined) return [];
    return [
      {
        id,
        query,
        language,
        slice: BEIR_SLICE,
        taskType: null,
        explicitScope: {},
        labels: { scope: {}, expected: {}, grades: grades.get(id)! },
        named: [],
        isConflicting: false,
        notes: "",
      },
    ];
  });
}

async function judgmentFile(folder: string, split: string): Promise<string> {
  const names = await readdir(folder);
  if (!names.includes("qrels")) return join(folder, "qrels.tsv");
  const splits = await readdir(join(folder, "qrels"));
  if (splits.includes(`${split}.tsv`)) return join(folder, "qrels", `${split}.tsv`);
  const known = splits.map((name) => name.replace(/\.tsv$/, "")).join(", ");
  throw new InputError(`${folder}: no judgments of split "${split}"; there are: ${known}`);
}

/** Tab-separated query-id, corpus-id, score, with a heading line. */
async function readJudgments(file: string): Promise<Map<string, Map<string, number>>> {
  const lines = (await readFile(file, "utf8")).split(/\r?\n/);
  if (lines.length > JUDGMENTS_MAX) {
    throw new InputError(`${file}: ${lines.length} lines, at most ${JUDGMENTS_MAX}`);
  }
  const grades = new Map<string, Map<string, number>>();
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line === "") continue;
    const [query, document, score] = line.split("\t");
    const grade = Number(score);
    if (query === undefined || document === undefined || !Number.isFinite(grade)) {
      throw new InputError(`${file}:${index + 1}: score: is no number`);
    }
    const ofQuery = grades.get(query) ?? new Map<string, number>();
    ofQuery.set(document, grade);
    grades.set(query, ofQuery);
  }
  return grades;
}

async function readQueries(file: string): Promise<Map<string, string>> {
  const queries = new Map<string, string>();
  for await (const { line, text } of readLines(file)) {
    if (text === null || text.trim() === "") continue;
    queries.set(...parseQuery(text, `${file}:${line}`));
    if (queries.size > QUERIES_MAX)
      throw new InputError(`${file}: more than ${QUERIES_MAX} queries`);
  }
  return queries;
}

/** Id and text. */
function parseQuery(json: string, where: string): [id: string, query: string] {
  let value: Record<string, unknown> | null;
  try {
    value = JSON.parse(json) as typeof value;
  } catch {
    throw new InputError(`${where}: is not JSON`);
  }
  const { ["_id"]: id, text } = value ?? {};
  if (typeof id !== "string") throw new InputError(`${where}: _id: is missing`);
  if (typeof text !== "string") throw new InputError(`${where}: text: is missing`);
  return [id, text];
}
