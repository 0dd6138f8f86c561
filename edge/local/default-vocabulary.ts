/** The vocabularies that a new tenant of the product starts with. */
import { readdirSync, readFileSync } from "node:fs";
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
