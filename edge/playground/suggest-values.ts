/** Values to offer for a field: those of the corpus inside the rest of the scope, else those of the hits. */
import type {
  Client,
  FieldFilter,
  Hit,
  ScopeField,
  SearchResponse,
} from "../client/create-client.ts";

export const SUGGESTIONS_MAX = 12;

export async function suggestValues(
  client: Pick<Client, "facets"> | null,
  field: ScopeField,
  answer: SearchResponse | null,
): Promise<readonly string[]> {
  const filter = filterWithout(field, answer);
  const facets = await client?.facets(filter).catch(() => null);
  const counted = facets?.[field]?.map(({ value }) => value) ?? [];
  const values = counted.length > 0 ? counted : seenValues(answer?.hits ?? [], field);
  return values.slice(0, SUGGESTIONS_MAX);
}

/** Filters travel in an address, where a comma separates values. */
function filterWithout(field: ScopeField, answer: SearchResponse | null): FieldFilter {
  const effective = Object.entries(answer?.scope.effective ?? {});
  return Object.fromEntries(
    effective.filter(
      ([name, values]) => name !== field && !values.some((value) => String(value).includes(",")),
    ),
  );
}

function seenValues(hits: readonly Hit[], field: ScopeField): string[] {
  const seen = hits.flatMap((hit) => {
    const value = hit[field];
    if (value === null || value === undefined) {
      return [];
    }
    return Array.isArray(value) ? value.map(String) : [String(value)];
  });
  return [...new Set(seen)];
}
