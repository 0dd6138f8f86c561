/**
 * Known-item cases over a generated corpus: a question is sought by some of its words and part of
 * its place. Labels follow from the generator, not from reading, so they measure scale and scope,
 * never quality. Pure and seeded.
 */
import type { CerbCase } from "../../cases/case-schema.ts";
import type { GeneratedChunk, GeneratedRow } from "./generate.ts";
import { Random } from "./random.ts";

export const CASES_PER_LEVEL = 4;
export const CORPUS_NAME = "gce-like";
const WORDS = 6;
const WORD_LETTERS_MIN = 5;

/** What a case needs of a chunk; texts are only kept of those that can be a target. */
export interface CaseChunk {
  readonly row: Omit<GeneratedRow, "text" | "options">;
  readonly text: string | null;
  readonly origin: string;
}

export function toCaseChunk({ row, origin }: GeneratedChunk): CaseChunk {
  const { text, options: _, ...rest } = row;
  const isTarget = row.year !== null && row.level !== null && row.question_number !== null;
  return { row: rest, text: isTarget ? text : null, origin };
}

/** Which fields a query names beside its words. */
const FORMS = [
  ["subject", "level"],
  ["subject", "level", "year", "session"],
  ["subject", "level", "year", "session", "paper"],
  ["subject", "level", "year"],
] as const;

export function makeCases(chunks: readonly CaseChunk[], seed: number): CerbCase[] {
  const random = new Random(seed);
  const groups = Map.groupBy(
    chunks.filter(({ text }) => text !== null && contentWords(text).length >= WORDS),
    ({ row }) => `${row.subject}\n${row.level}`,
  );
  const ofOrigin = Map.groupBy(chunks, ({ origin }) => origin);
  return [...groups.keys()].toSorted().flatMap((group) =>
    Array.from({ length: CASES_PER_LEVEL }, (_, index) => {
      const target = random.pick(groups.get(group)!);
      return toCase(target, FORMS[index % FORMS.length]!, { index, random, ofOrigin });
    }),
  );
}

function toCase(
  target: CaseChunk,
  fields: (typeof FORMS)[number],
  context: { index: number; random: Random; ofOrigin: ReadonlyMap<string, CaseChunk[]> },
): CerbCase {
  const { row } = target;
  const { random, index, ofOrigin } = context;
  const isScheme = row.content_type === "mark_scheme";
  const words = contentWords(target.text!);
  const start = random.between(0, words.length - WORDS);
  const topic = words.slice(start, start + WORDS).join(" ");
  const named = [...fields, ...(isScheme ? (["content_type"] as const) : [])];
  const place = [
    row.level === "O-Level" ? "o level" : "a level",
    row.subject.toLowerCase(),
    ...(named.includes("session") ? [row.session!.toLowerCase()] : []),
    ...(named.includes("year") ? [String(row.year)] : []),
    ...(named.includes("paper") ? [`paper ${row.paper}`] : []),
    ...(isScheme ? ["mark scheme"] : []),
  ].join(" ");
  const scope = Object.fromEntries(
    named.map((field) => [field, [row[field]]]),
  ) as CerbCase["scope"];
  const isInScope = (other: CaseChunk) => named.every((field) => other.row[field] === row[field]);
  const copies = (ofOrigin.get(target.origin) ?? []).filter(isInScope);
  return {
    id: `gce-${slug(row.subject)}-${row.level === "O-Level" ? "o" : "a"}-${index + 1}`,
    query: `${place}: ${topic}`.slice(0, 300),
    language: "en",
    slice: isScheme ? "mark_scheme" : row.content_type === "mcq" ? "mcq" : "structured",
    task_type: "exact_retrieval",
    explicit_scope: {},
    scope,
    named_in_query: named,
    expected_evidence_types: [row.content_type],
    expected: {
      subject: row.subject,
      level: row.level,
      year: named.includes("year") ? row.year : null,
      session: named.includes("session") ? row.session : null,
      paper: named.includes("paper") ? row.paper : null,
      content_type: isScheme ? row.content_type : null,
      question_number: null,
    },
    ambiguity: { kind: "none", fields: [] },
    relevant: copies.map((copy) => ({ id: copy.row.id, grade: 2 as const })),
    corpora: [CORPUS_NAME],
    notes: "Generated: a known item and its repetitions inside the scope.",
  };
}

const slug = (subject: string) => subject.toLowerCase().replaceAll(" ", "-");

function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.filter((word) => word.length >= WORD_LETTERS_MIN);
}
