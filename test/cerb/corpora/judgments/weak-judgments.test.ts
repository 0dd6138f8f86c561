/**
 * Goal: the shipped weak judgments are what their README says. Method: a rebuild compared with the
 * file, and each rule checked again by other means; altered rows are the canaries.
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import {
  buildWeakJudgments,
  JUDGMENTS_FILE,
  QUERIES_MAX,
  sampleOverGroups,
  type WeakJudgment,
} from "#cerb/corpora/judgments/build-weak-judgments.ts";
import { createWordIndex, withoutAnswerWords } from "#cerb/corpora/judgments/answer-words.ts";
import {
  learningObjectives,
  linkedQuestions,
  plainWords,
  translatedQuestions,
} from "#cerb/corpora/judgments/weak-rules.ts";
import { type CorpusRow, readCorpus } from "#cerb/corpora/read-corpus.ts";
import { normalizeSearchText } from "#core/text/normalize.ts";

const CORPORA = ["openstax-physics", "dnb-fr", "exams"];

let shipped: WeakJudgment[];
const rows = new Map<string, CorpusRow>();

beforeAll(async () => {
  const text = gunzipSync(readFileSync(JUDGMENTS_FILE)).toString("utf8");
  shipped = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as WeakJudgment);
  for (const corpus of CORPORA) {
    for await (const { row } of readCorpus(corpus)) rows.set(row.id, row);
  }
});

/** Search words of everything that a document shows. */
function shownWords(row: CorpusRow): Set<string> {
  const parts = [row.title, row["passage"], row.text, ...Object.values(row.options ?? {})];
  return new Set(normalizeSearchText(parts.filter(Boolean).join("\n")).split(" "));
}

const isInside = (row: CorpusRow, scope: WeakJudgment["scope"]) =>
  Object.entries(scope).every(([field, values]) => values.includes(String(row[field])));

/** Words of the query that an answer holds and at most three documents of the scope do. */
function giveaways(query: string, scope: WeakJudgment["scope"], answers: readonly string[]) {
  const inAnswers = new Set(answers.flatMap((id) => [...shownWords(rows.get(id)!)]));
  const inScope = [...rows.values()].filter((row) => isInside(row, scope)).map(shownWords);
  return query
    .split(" ")
    .flatMap((word) => normalizeSearchText(word).split(" "))
    .filter((word) => inAnswers.has(word))
    .filter((word) => inScope.filter((words) => words.has(word)).length <= 3);
}

describe("the shipped weak judgments", () => {
  it("are what the build gives today, row for row", async () => {
    expect(await buildWeakJudgments()).toEqual(shipped);
  });

  it("hold the stated number of queries by rule, each with one text and one scope", () => {
    const queries = new Map<string, WeakJudgment>();
    for (const row of shipped) {
      const known = queries.get(row.query_id) ?? row;
      queries.set(row.query_id, known);
      expect([row.query, row.scope, row.origin]).toEqual([known.query, known.scope, known.origin]);
    }
    const counts = Object.groupBy(queries.values(), ({ origin }) => origin);
    for (const [rule, count] of Object.entries(QUERIES_MAX)) {
      expect(counts[`weak:${rule as keyof typeof QUERIES_MAX}`]).toHaveLength(count);
    }
  });

  it("name documents inside the scope, and queries of at most 300 characters", () => {
    for (const { document_id: id, scope, query } of shipped) {
      expect(isInside(rows.get(id)!, scope)).toBe(true);
      expect(query.length).toBeLessThanOrEqual(300);
      expect(query).toBe(query.trim());
    }
  });

  it("hold no word that would name the answer, in every twentieth query", () => {
    const byQuery = Map.groupBy(shipped, (row) => row.query_id);
    const sampled = [...byQuery.values()].filter((_, index) => index % 20 === 0);
    for (const judged of sampled) {
      const answers = judged.map(({ document_id: id }) => id);
      const [{ query, scope }] = judged as [WeakJudgment];
      expect(giveaways(query, scope, answers), judged[0]?.query_id).toEqual([]);
    }
    // Canary: the rarest word of an answer, put back into a query, is found.
    const [first] = sampled.find((judged) => judged[0]?.origin === "weak:solution")!;
    const answer = shownWords(rows.get(first!.document_id)!);
    const withAnswer = [first!.query, ...answer].join(" ");
    expect(giveaways(withAnswer, first!.scope, [first!.document_id])).not.toEqual([]);
  });
});

const row = (
  id: string,
  changes: Partial<CorpusRow> & Record<string, unknown> = {},
): CorpusRow => ({
  id,
  board: null,
  exam: null,
  level: "L1",
  subject: "S",
  year: null,
  session: null,
  paper: null,
  question_number: null,
  content_type: "exercise",
  language: "en",
  topic: null,
  title: null,
  text: "text",
  options: null,
  answer: null,
  related: null,
  ...changes,
});

const LONG = "sixteen plain words ".repeat(8);

describe("the rules", () => {
  it("link a question with a worded solution, and not with one of bare numbers", () => {
    const solution = row("s", { content_type: "solution", text: LONG });
    const numbers = row("n", { content_type: "solution", text: "(a) 3.0 m/s (b) 20 N" });
    const questions = [row("q1", { related: ["s"] }), row("q2", { related: ["n", "absent"] })];
    expect(linkedQuestions([solution, numbers, ...questions])).toMatchObject([
      {
        rule: "solution",
        queryId: "solution:q1",
        answerIds: ["s"],
        scope: { subject: ["S"], level: ["L1"], content_type: ["solution"] },
      },
    ]);
  });

  it("ask one query for each objective, answered by sections of its module and level only", () => {
    const module = { module: "m1" };
    const corpus = [
      row("o", {
        ...module,
        content_type: "learning_objectives",
        text: "By the end:\n- Do a.\n- Do b.",
      }),
      row("t1", { ...module, content_type: "textbook_section" }),
      row("t2", { ...module, content_type: "textbook_section", level: "L2" }),
      row("t3", { module: "m2", content_type: "textbook_section" }),
    ];
    expect(learningObjectives(corpus).map(({ query, answerIds }) => [query, answerIds])).toEqual([
      ["Do a.", ["t1"]],
      ["Do b.", ["t1"]],
    ]);
  });

  it("ask each question for its twin in the language of the twin", () => {
    const corpus = [row("a", { language: "fr" }), row("b", { language: "de" })];
    const asked = translatedQuestions(corpus, [
      { idA: "a", idB: "b" },
      { idA: "a", idB: "gone" },
    ]);
    expect(asked.map(({ queryId, scope }) => [queryId, scope.language])).toEqual([
      ["translation:a:de", ["de"]],
      ["translation:b:fr", ["fr"]],
    ]);
  });

  it("read exam text as a student would type it", () => {
    const text = "Exercice 4 6 points\n\n{On pose $\\dfrac{1}{2}$ [figure] et\nAB = 7,5 cm.}";
    expect(plainWords(text)).toBe("On pose 1 2 et AB = 7,5 cm.");
  });

  it("take one question of each group before a second of any", () => {
    const questions = ["a", "a", "a", "b", "c"].map((group, index) => ({
      rule: "solution" as const,
      queryId: `${index}`,
      query: "",
      scope: {},
      answerIds: [],
      group,
    }));
    for (const seed of [1, 2, 3]) {
      const sampled = sampleOverGroups(questions, 4, seed);
      expect(new Set(sampled.slice(0, 3).map(({ group }) => group)).size).toBe(3);
      expect(sampled[3]?.group).toBe("a");
    }
  });
});

describe("words of the answer", () => {
  const filler = Array.from({ length: 120 }, (_, index) =>
    row(`f${index}`, { text: `common words about trains ${index}` }),
  );
  const corpus = [...filler, row("answer", { text: "common grindstone words" })];
  const index = createWordIndex(corpus);
  const scope = { subject: ["S"] as const };
  const taken = (query: string) =>
    withoutAnswerWords({ query, scope, answerIds: ["answer"] }, index);

  it("go when hardly any other document holds them; common words stay", () => {
    expect(taken("which common words has the grindstone there")).toBe(
      "which common words has the there",
    );
  });

  it("make a query unusable when little or nothing of it would be left", () => {
    expect(taken("grindstone words common")).toBeNull();
    expect(taken("grindstone Grindstone one two three four")).toBeNull();
  });

  it("are not looked for in a scope where every document is a candidate anyway", () => {
    const small = createWordIndex(corpus.slice(-99));
    const query = "which common words has the grindstone there";
    expect(withoutAnswerWords({ query, scope, answerIds: ["answer"] }, small)).toBeNull();
  });
});
