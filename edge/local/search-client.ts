/** One search over HTTP, as any caller would send it; it runs, whatever was asked before. */
import type { SearchResponse } from "../schemas/search.ts";

export interface SearchCall {
  readonly query: string;
  readonly scope?: Readonly<Record<string, unknown>>;
  readonly [option: string]: unknown;
}

export async function search(
  { url, key }: { url: string; key: string },
  call: SearchCall,
): Promise<SearchResponse> {
  const response = await fetch(`${url}/v1/search`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "cache-control": "no-cache",
    },
    body: JSON.stringify(call),
  });
  const body = await response.json();
  if (!response.ok) {
    throw new Error(`search answered ${response.status}: ${JSON.stringify(body)}`);
  }
  return body as SearchResponse;
}
