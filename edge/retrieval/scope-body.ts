/** The scope of a search in the wire format. */
import type { ResolvedScope, ScopeNote } from "#core/scope/resolve-scope.ts";
import type { SearchResponse } from "../schemas/search.ts";

export function scopeBody(scope: ResolvedScope): SearchResponse["scope"] {
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
    notes: scope.notes.map(noteText),
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

const noteText = ({ code, field, values }: ScopeNote) => `${code}: ${field} ${values.join(", ")}`;
