/** The scope of a search in the wire format. */
import type { AssumedSubject } from "#core/scope/assume-subject.ts";
import type { ScopeNote } from "#core/scope/word-scope.ts";
import type { ResolvedScope } from "#core/scope/resolve-scope.ts";
import type { SearchResponse } from "../schemas/search.ts";

export function scopeBody(
  scope: ResolvedScope,
  assumed: Pick<AssumedSubject, "subject" | "alternatives"> | null,
): SearchResponse["scope"] {
  return {
    requested: mutable(scope.requested),
    extracted: scope.extracted.map((value) => ({
      ...value,
      values: [...value.values],
      span: [value.span[0], value.span[1]] as [number, number],
    })),
    effective: mutable(scope.effective),
    locked: [...scope.locked],
    unresolved: [...scope.unresolved],
    assumed: assumed === null ? {} : { subject: [assumed.subject] },
    notes: [...scope.notes.map(noteText), ...assumedNotes(assumed)],
  };
}

function mutable(scope: object): Record<string, (string | number)[]> {
  return Object.fromEntries(
    Object.entries(scope).map(([field, values]) => [
      field,
      [...(values as readonly (string | number)[])],
    ]),
  );
}

/** The subjects that were left out, so that a caller can ask. */
const assumedNotes = (assumed: Pick<AssumedSubject, "subject" | "alternatives"> | null) =>
  assumed === null || assumed.alternatives.length === 0
    ? []
    : [`assumed: subject ${assumed.subject}, not ${assumed.alternatives.join(", ")}`];

const noteText = ({ code, field, values }: ScopeNote) => `${code}: ${field} ${values.join(", ")}`;
