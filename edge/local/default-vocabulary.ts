/** The vocabularies that a new tenant of the product starts with. */
import { readdirSync, readFileSync } from "node:fs";
import {
  type CompiledVocabulary,
  compileVocabulary,
} from "#core/scope/vocabulary/compile-vocabulary.ts";
import { type LearnedValue, mergeVocabulary } from "#core/scope/vocabulary/merge-vocabulary.ts";
import type { VocabularyEntry } from "#core/scope/vocabulary/vocabulary.ts";

export type EditedEntry = Omit<VocabularyEntry, "documents">;

const FOLDER = new URL("./vocabularies/", import.meta.url);

export function defaultVocabulary(): EditedEntry[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .flatMap((name) => {
      const text = readFileSync(new URL(name, FOLDER), "utf8");
      return (JSON.parse(text) as { entries: EditedEntry[] }).entries;
    });
}

/** Of a tenant that holds documents of these values and years, beside the default entries. */
export function learnedVocabulary(
  learned: readonly LearnedValue[],
  years: readonly number[],
): CompiledVocabulary {
  const tags = learned.filter(({ field }) => field === "language").map(({ value }) => value);
  return compileVocabulary(
    mergeVocabulary({
      version: "1",
      learned,
      edited: defaultVocabulary(),
      years: years.length === 0 ? null : { first: Math.min(...years), last: Math.max(...years) },
      languages: [...new Set(tags.map((tag) => tag.split("+")[0]!))],
    }),
  );
}
