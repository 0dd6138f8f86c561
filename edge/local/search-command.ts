/** `npm run search -- "QUERY"`: one search as a caller would send it, printed for people. */
import { createClient, type SearchResponse } from "../client/create-client.ts";
import type { SearchOptions } from "./options.ts";

const SNIPPET_CHARS = 100;

export async function searchCommand(options: SearchOptions): Promise<string> {
  const { url, key, query, k } = options;
  return describeAnswer(await createClient({ baseUrl: url, key }).search({ query, k }));
}

/** Outcome, the scope with the words it was read from, and the hits with what they leak. */
export function describeAnswer({ outcome, pool_size: pool, scope, hits }: SearchResponse): string {
  const read = Object.entries(scope.effective).map(
    ([field, values]) => `${field} ${(values as readonly unknown[]).join(", ")}`,
  );
  const lines = hits.map(({ rank, id, title, text, leakage }) => {
    const shown = (title ?? text ?? "").replaceAll(/\s+/g, " ").slice(0, SNIPPET_CHARS);
    const leaks = [...leakage.gate, ...leakage.tuple];
    return `${rank}.  ${id}  ${shown}${leaks.length === 0 ? "" : `  (leaks: ${leaks.join(", ")})`}`;
  });
  return [
    `outcome    ${outcome}: ${pool} documents in scope`,
    `scope      ${read.length === 0 ? "none: the whole corpus" : read.join(" · ")}`,
    ...lines,
    "",
  ].join("\n");
}
