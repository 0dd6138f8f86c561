/**
 * Which questions the shipped corpora answer themselves: a question with its linked solution or
 * correction, a learning objective with the sections of its module, a question with its
 * translation. Each becomes a query with the scope that a student's request would carry and the ids
 * of its answers. It must not look at any ranking: a label that a ranking chose would only confirm
 * it.
 */
import type { CorpusRow } from "../read-corpus.ts";

export type WeakRule = "solution" | "correction" | "objective" | "translation";

export type WeakScope = Readonly<
  Partial<Record<"subject" | "level" | "content_type" | "language", readonly [string]>>
>;

export interface WeakQuestion {
  readonly rule: WeakRule;
  readonly queryId: string;
  /** The words as the corpus has them, layout removed. */
  readonly query: string;
  readonly scope: WeakScope;
  readonly answerIds: readonly string[];
  /** Queries of one group ask about the same answers; sampling spreads over groups. */
  readonly group: string;
}

/** A row of `parallel-pairs.tsv`: the same question in two languages. */
export interface TranslationPair {
  readonly idA: string;
  readonly idB: string;
}

const QUESTION_TYPES: ReadonlySet<string> = new Set(["exercise", "mcq", "structured_question"]);
const LETTER_WORD = /\p{L}{3,}/gu;
/** A shorter answer is mostly numbers: nobody could find it by the words of its question. */
export const ANSWER_WORDS_MIN = 16;

const FIGURE = /\[figure\]/gu;
const COMMAND = /\\[a-zA-Z]+/gu;
const MARKUP = /[\\{}$&|*^_]|--+/gu;
const EXAM_HEADER = /^Exercice\s[^\n]*\bpoints?\b[^\n]*\n/u;
const BULLET = /^\s*-\s+/u;

/** Words as a student would type them: no header of the exam paper, no LaTeX, single spaces. */
export function plainWords(text: string): string {
  return text
    .replace(EXAM_HEADER, "")
    .replace(FIGURE, " ")
    .replace(COMMAND, " ")
    .replace(MARKUP, " ")
    .replace(/\s+/gu, " ")
    .trim();
}

function scopeOf(row: CorpusRow, fields: readonly (keyof WeakScope)[]): WeakScope {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = row[field];
      return value === null ? [] : [[field, [value]]];
    }),
  );
}

/** Questions whose `related` names a solution or a mark scheme with enough words. */
export function linkedQuestions(rows: readonly CorpusRow[]): WeakQuestion[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return rows.flatMap((row) => {
    if (!QUESTION_TYPES.has(row.content_type)) return [];
    const answers = (row.related ?? []).flatMap((id) => {
      const answer = byId.get(id);
      const words = answer?.text.match(LETTER_WORD)?.length ?? 0;
      return answer !== undefined && words >= ANSWER_WORDS_MIN ? [answer] : [];
    });
    const [first] = answers;
    if (first === undefined) return [];
    const rule = first.content_type === "mark_scheme" ? "correction" : "solution";
    return [
      {
        rule,
        queryId: `${rule}:${row.id}`,
        query: plainWords(row.text),
        scope: scopeOf(first, ["subject", "level", "content_type"]),
        answerIds: answers.map(({ id }) => id),
        group: first.id,
      } satisfies WeakQuestion,
    ];
  });
}

const placeOf = ({ level, module }: CorpusRow): string => JSON.stringify([level, module ?? null]);

/** One query per single objective; its answers are the sections of the same module and level. */
export function learningObjectives(rows: readonly CorpusRow[]): WeakQuestion[] {
  const sections = new Map<string, CorpusRow[]>();
  for (const row of rows) {
    if (row.content_type !== "textbook_section" || typeof row.module !== "string") continue;
    const place = placeOf(row);
    const known = sections.get(place);
    if (known === undefined) sections.set(place, [row]);
    else known.push(row);
  }
  return rows.flatMap((row) => {
    const answers = sections.get(placeOf(row)) ?? [];
    const [first] = answers;
    if (row.content_type !== "learning_objectives" || first === undefined) return [];
    const objectives = row.text.split("\n").filter((line) => BULLET.test(line));
    return objectives.map(
      (line, index): WeakQuestion => ({
        rule: "objective",
        queryId: `objective:${row.id}:${index + 1}`,
        query: plainWords(line.replace(BULLET, "")),
        scope: scopeOf(first, ["subject", "level", "content_type"]),
        answerIds: answers.map(({ id }) => id),
        group: placeOf(row),
      }),
    );
  });
}

/** The question in one language asks for its twin in the other; both directions. */
export function translatedQuestions(
  rows: readonly CorpusRow[],
  pairs: readonly TranslationPair[],
): WeakQuestion[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const directions = pairs.flatMap(({ idA, idB }) => [[idA, idB] as const, [idB, idA] as const]);
  return directions.flatMap(([from, to]) => {
    const question = byId.get(from);
    const twin = byId.get(to);
    if (question === undefined || twin === undefined) return [];
    return [
      {
        rule: "translation",
        queryId: `translation:${from}:${twin.language}`,
        query: plainWords(question.text),
        scope: scopeOf(twin, ["level", "language"]),
        answerIds: [to],
        group: [from, to].toSorted().join(),
      } satisfies WeakQuestion,
    ];
  });
}
