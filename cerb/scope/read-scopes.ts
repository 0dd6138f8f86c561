/**
 * What the product reads in the words of the cases, as corpus values: its own functions with the
 * tenant's vocabulary, without the request's scope. Contradicting cases are left out.
 */
import { admittedByWords } from "#core/scope/admitted-values.ts";
import type { CompiledVocabulary } from "#core/scope/vocabulary/compile-vocabulary.ts";
import { normalForm, SCOPE_FIELDS, type ScopeField } from "#core/scope/curriculum-scope.ts";
import { extractScope } from "#core/scope/extract-scope.ts";
import { HARD_CONFIDENCE } from "#core/scope/scope-extraction.ts";
import { sha256Hex } from "#edge/sha256.ts";
import { loadTenantContext } from "#edge/store/tenant-context.ts";
import type { BenchmarkCase } from "../ablation/benchmark-case.ts";
import type { SearchIndex } from "../systems/search-index.ts";
import type { ScopeReading } from "./score-scope.ts";

export async function readScopes(
  { database, key }: SearchIndex,
  cases: readonly BenchmarkCase[],
): Promise<ScopeReading[]> {
  const tenant = await loadTenantContext(database, { keyHash: await sha256Hex(key) });
  const { vocabulary } = tenant!;
  return cases
    .filter(({ isConflicting }) => !isConflicting)
    .map((item) => ({
      caseId: item.id,
      query: item.query,
      language: item.language,
      read: valuesRead(item, vocabulary),
      label: labelOf(item),
      named: item.named as readonly ScopeField[],
    }));
}

function labelOf({ labels }: BenchmarkCase): Map<ScopeField, readonly string[]> {
  const label = new Map<ScopeField, readonly string[]>();
  for (const field of SCOPE_FIELDS) {
    const values = labels.scope[field];
    if (values !== undefined) label.set(field, values.map(String));
  }
  const number = labels.expected.question_number ?? null;
  if (number !== null) label.set("question_number", [number].flat().map(String));
  return label;
}

/** A name stands for the corpus values that it admits; one that the corpus lacks for itself. */
function valuesRead(
  { query, labels }: BenchmarkCase,
  vocabulary: CompiledVocabulary,
): Map<ScopeField, readonly string[]> {
  const read = new Map<ScopeField, string[]>();
  for (const { field, values, confidence } of extractScope(query, vocabulary).extracted) {
    if (confidence < HARD_CONFIDENCE) continue;
    const expected = new Set((labels.scope[field] ?? []).map(normalForm));
    const known = vocabulary.entries.get(field);
    const corpusValues = values.flatMap((value) => {
      // A language stands for every tag that holds it: en for en+zh.
      if (field === "language") return [normalForm(value)];
      const admitted = admittedByWords(field, value, vocabulary).map(String);
      const occurring = admitted.filter(
        (one) => expected.has(one) || (known?.get(one)?.documents ?? 0) > 0,
      );
      return occurring.length > 0 ? occurring : [normalForm(value)];
    });
    read.set(field, [...new Set([...(read.get(field) ?? []), ...corpusValues])]);
  }
  return read;
}
