/** Vocabularies for tests: the shipped files over values that the shipped corpora really hold. */
import { readFileSync } from "node:fs";
import type { CompiledVocabulary } from "#core/scope/extract-scope.ts";
import type { LearnedValue } from "#core/scope/vocabulary/merge-vocabulary.ts";
import { learnedVocabulary } from "#edge/local/default-vocabulary.ts";

const CORPUS_VALUES = new URL("../../../golden/scope/corpus-values.json", import.meta.url);

interface CorpusValues {
  readonly values: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly years: readonly [number, number] | null;
}

/** The vocabulary of a tenant that holds these shipped corpora. */
export function corpusVocabulary(corpora: readonly string[]): CompiledVocabulary {
  const all = JSON.parse(readFileSync(CORPUS_VALUES, "utf8")) as Record<string, CorpusValues>;
  const learned: LearnedValue[] = [];
  const years: number[] = [];
  for (const corpus of corpora) {
    for (const [field, values] of Object.entries(all[corpus]!.values)) {
      for (const [value, documents] of Object.entries(values)) {
        learned.push({ field, value, documents });
      }
    }
    years.push(...(all[corpus]!.years ?? []));
  }
  return learnedVocabulary(learned, years);
}

/** The vocabulary of a tenant whose documents carry these values, beside the shipped files. */
export function documentVocabulary(
  documents: readonly Readonly<Record<string, unknown>>[],
): CompiledVocabulary {
  const learned: LearnedValue[] = [];
  const years: number[] = [];
  for (const document of documents) {
    for (const [field, value] of Object.entries(document)) {
      if (field === "year") years.push(Number(value));
      else if (typeof value === "string" || typeof value === "number") {
        learned.push({ field, value: String(value) });
      }
    }
  }
  return learnedVocabulary(learned, years);
}

export const ALL_CORPORA = [
  "openstax-physics",
  "dnb-fr",
  "mmlu",
  "exams",
  "exams-other-languages",
  "gaokao",
  "utme",
] as const;

/** A tenant with a GCE-like corpus in English and French. */
export function gceVocabulary(): CompiledVocabulary {
  const values: Readonly<Record<string, readonly (string | number)[]>> = {
    subject: [
      "Physics",
      "Chemistry",
      "Biology",
      "Mathematics",
      "Geography",
      "Economics",
      "History",
      "English",
      "French",
      "Geology",
      "Philosophy",
      "Literature",
      "Computer Science",
    ],
    level: [
      "O-Level",
      "A-Level",
      "AS",
      "Form 1",
      "Form 2",
      "Form 3",
      "Form 4",
      "Form 5",
      "Lower Sixth",
      "Upper Sixth",
      "Seconde",
      "Première",
      "Terminale",
    ],
    paper: ["1", "2", "3"],
    session: ["May", "June", "November"],
    content_type: [
      "structured_question",
      "mcq",
      "mark_scheme",
      "solution",
      "syllabus",
      "examiner_report",
      "worked_example",
      "exercise",
    ],
    exam: ["GCE", "Baccalauréat", "Probatoire", "BEPC"],
    year: [2008, 2023],
    language: ["en", "fr"],
  };
  return documentVocabulary(
    Object.entries(values).flatMap(([field, list]) => list.map((value) => ({ [field]: value }))),
  );
}
