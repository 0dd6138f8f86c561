/** What extraction reads in a query, per field, for tests that compare whole scopes. */
import type { ScopeField } from "#core/scope/curriculum-scope.ts";
import { extractScope } from "#core/scope/extract-scope.ts";
import {
  HARD_CONFIDENCE,
  READ_CONFIDENCE,
  type ScopeExtraction,
} from "#core/scope/scope-extraction.ts";
import { ALL_CORPORA, corpusVocabulary, gceVocabulary } from "./vocabulary-fixtures.ts";

export const GCE = gceVocabulary();
export const CORPORA = corpusVocabulary(ALL_CORPORA);

/** Values per field that were read with at least this confidence. */
export function valuesOf({ extracted }: ScopeExtraction, least: number) {
  const scope: Partial<Record<ScopeField, (string | number)[]>> = {};
  for (const { field, values, confidence } of extracted) {
    if (confidence >= least) (scope[field] ??= []).push(...values);
  }
  return scope;
}

export const read = (query: string, vocabulary = GCE) =>
  valuesOf(extractScope(query, vocabulary), READ_CONFIDENCE);

/** What would gate. */
export const hard = (query: string, vocabulary = GCE) =>
  valuesOf(extractScope(query, vocabulary), HARD_CONFIDENCE);
