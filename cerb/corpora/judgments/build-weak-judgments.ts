/**
 * Writes weak.jsonl.gz: judgments that the shipped corpora hold without anybody having judged, for
 * the first model of a new installation. Same corpora and seed, same bytes.
 *   node cerb/corpora/judgments/build-weak-judgments.ts [--seed 42]
 */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { normalForm } from "#core/scope/curriculum-scope.ts";
import { mulberry32 } from "#significance/mulberry32.ts";
import { findCorpus, readVerified } from "../manifest.ts";
import { type CorpusRow, readCorpus } from "../read-corpus.ts";
import { createWordIndex, withoutAnswerWords } from "./answer-words.ts";
import {
  learningObjectives,
  linkedQuestions,
  type TranslationPair,
  translatedQuestions,
  type WeakQuestion,
  type WeakRule,
  type WeakScope,
} from "./weak-rules.ts";

export const JUDGMENTS_FILE = new URL("./weak.jsonl.gz", import.meta.url);
export const SEED_DEFAULT = 42;

/** Queries per rule: no rule may outvote the others. */
export const QUERIES_MAX: Readonly<Record<WeakRule, number>> = {
  objective: 420,
  solution: 200,
  correction: 240,
  translation: 140,
};

export interface WeakJudgment {
  readonly query_id: string;
  readonly query: string;
  readonly scope: WeakScope;
  readonly document_id: string;
  readonly grade: 1;
  readonly origin: `weak:${WeakRule}`;
}

async function rowsOf(corpus: string): Promise<CorpusRow[]> {
  const rows: CorpusRow[] = [];
  for await (const { row } of readCorpus(corpus)) rows.push(row);
  return rows;
}

async function translationPairs(): Promise<TranslationPair[]> {
  const { name, extraFiles } = await findCorpus("exams");
  const pairs = extraFiles.find(({ file }) => file === "parallel-pairs.tsv");
  if (pairs === undefined) throw new Error("exams/parallel-pairs.tsv is not in the manifest");
  const text = (await readVerified(`${name}/${pairs.file}`, pairs.sha256)).toString("utf8");
  return text
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [idA, , idB] = line.split("\t");
      return { idA: idA!, idB: idB! };
    });
}

function shuffled<T>(items: readonly T[], next: () => number): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const at = Math.floor(next() * (last + 1));
    [result[last], result[at]] = [result[at]!, result[last]!];
  }
  return result;
}

/** At most `count` questions, one of each group before a second of any; seeded. */
export function sampleOverGroups(
  questions: readonly WeakQuestion[],
  count: number,
  seed: number,
): WeakQuestion[] {
  const next = mulberry32(seed);
  const turns = new Map<string, number>();
  return shuffled(questions, next)
    .map((question) => {
      const turn = turns.get(question.group) ?? 0;
      turns.set(question.group, turn + 1);
      return { question, turn };
    })
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, count)
    .map(({ question }) => question);
}

/** Questions of one corpus with the words of their answers taken out; equal ones once. */
export function askable(
  rows: readonly CorpusRow[],
  questions: readonly WeakQuestion[],
): WeakQuestion[] {
  const index = createWordIndex(rows);
  const seen = new Set<string>();
  return questions.flatMap((question) => {
    const query = withoutAnswerWords(question, index);
    const key = JSON.stringify([normalForm(query ?? ""), question.scope]);
    if (query === null || seen.has(key)) return [];
    seen.add(key);
    return [{ ...question, query }];
  });
}

export async function buildWeakJudgments(seed: number = SEED_DEFAULT): Promise<WeakJudgment[]> {
  const physics = await rowsOf("openstax-physics");
  const brevet = await rowsOf("dnb-fr");
  const exams = await rowsOf("exams");
  const candidates = [
    ...askable(physics, [...learningObjectives(physics), ...linkedQuestions(physics)]),
    ...askable(brevet, linkedQuestions(brevet)),
    ...askable(exams, translatedQuestions(exams, await translationPairs())),
  ];
  const rules = Object.keys(QUERIES_MAX) as WeakRule[];
  const chosen = rules.flatMap((rule) => {
    const ofRule = candidates.filter((question) => question.rule === rule);
    return sampleOverGroups(ofRule, QUERIES_MAX[rule], seed);
  });
  return chosen
    .toSorted((a, b) => (a.queryId < b.queryId ? -1 : 1))
    .flatMap(({ rule, queryId, query, scope, answerIds }) =>
      answerIds.map(
        (id): WeakJudgment => ({
          query_id: queryId,
          query,
          scope,
          document_id: id,
          grade: 1,
          origin: `weak:${rule}`,
        }),
      ),
    );
}

export function encodeJudgments(judgments: readonly WeakJudgment[]): Buffer {
  return gzipSync(`${judgments.map((row) => JSON.stringify(row)).join("\n")}\n`, { level: 9 });
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { seed: { type: "string" } } });
  const seed = Number(values.seed ?? SEED_DEFAULT);
  const judgments = await buildWeakJudgments(seed);
  await writeFile(JUDGMENTS_FILE, encodeJudgments(judgments));
  const queries = new Map(judgments.map(({ query_id: id, origin }) => [id, origin]));
  const counts = Object.groupBy(queries.values(), (origin) => origin);
  const lines = Object.entries(counts).map(([origin, ids]) => `  ${origin} ${ids?.length}`);
  process.stderr.write(
    `${judgments.length} judgments of ${queries.size} queries, seed ${seed}\n${lines.join("\n")}\n`,
  );
}

if (import.meta.main) await main();
