/**
 * Facet coverage: for each field in which γ holds two or more values, of which two or more occur
 * among the relevant documents: the share of those occurring values that the relevant returned
 * documents cover; the mean over such fields. Undefined (null) without such a field. (The open CERB
 * protocol.) Ties: the list is taken in its order and cut to K = 8.
 */
import type { JudgedResult } from "./judged-result.ts";
import {
  allowedValues,
  CONSTRAINT_FIELDS,
  type ConstraintField,
  documentValues,
  type ScopedDocument,
} from "./scope-match.ts";

function facets(
  documents: readonly ScopedDocument[],
  field: ConstraintField,
  allowed: ReadonlySet<string>,
): Set<string> {
  const values = documents.flatMap((document) => [...documentValues(document, field)]);
  return new Set(values.filter((value) => allowed.has(value)));
}

export function facetCoverage({ labels, returned, relevant }: JudgedResult): number | null {
  const found = returned.flatMap(({ isRelevant, document }) => (isRelevant ? [document] : []));
  const shares = CONSTRAINT_FIELDS.flatMap((field): number[] => {
    const allowed = allowedValues(labels.scope, field);
    if (allowed === null || allowed.size < 2) return [];
    const wanted = facets(relevant, field, allowed);
    return wanted.size < 2 ? [] : [facets(found, field, wanted).size / wanted.size];
  });
  if (shares.length === 0) return null;
  let sum = 0;
  for (const share of shares) sum += share;
  return sum / shares.length;
}
