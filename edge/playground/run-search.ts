/** What one press of "Search" asks the service for: an answer, a second one to compare, more hits. */
import type { Client, SearchRequest, SearchResponse } from "../client/create-client.ts";
import { type Ranking, type SearchState, toRequest } from "./search-state.ts";

export interface Shown {
  readonly request: SearchRequest;
  readonly ranking: Ranking;
  readonly answer: SearchResponse;
  /** Milliseconds from sending to the parsed answer, as this browser saw it. */
  readonly browserMs: number;
  readonly compared: { readonly ranking: Ranking; readonly answer: SearchResponse } | null;
}

export async function runSearch(
  client: Client,
  state: SearchState,
  signal: AbortSignal,
): Promise<Shown> {
  const request = toRequest(state);
  const { ranking, comparedWith } = state;
  const started = performance.now();
  const second =
    comparedWith === null
      ? null
      : client.search(toRequest({ ...state, ranking: comparedWith }), { signal });
  // Awaited below; a refusal of both must not count as unhandled meanwhile.
  second?.catch(() => undefined);
  const answer = await client.search(request, { signal });
  const browserMs = performance.now() - started;
  const compared =
    comparedWith === null || second === null
      ? null
      : { ranking: comparedWith, answer: await second };
  return { request, ranking, answer, browserMs, compared };
}

/** The next page below the hits that are there; what else the answer says stays. */
export async function loadMore(client: Client, shown: Shown, signal: AbortSignal): Promise<Shown> {
  const cursor = shown.answer.next_cursor;
  const page = await client.search({ ...shown.request, cursor }, { signal });
  const { hits, next_cursor, notes } = page;
  const answer = {
    ...shown.answer,
    hits: [...shown.answer.hits, ...hits],
    notes: [...shown.answer.notes, ...notes],
    next_cursor,
  };
  return { ...shown, answer };
}
