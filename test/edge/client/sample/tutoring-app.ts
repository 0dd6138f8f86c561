/** A caller's code as an app would write it; a test compiles it under strict with only DOM types. */
import { createClient, type Hit, ScopewiseError } from "../../../../edge/client/create-client.ts";

export interface Flashcard {
  readonly question: string;
  readonly source: string;
}

const client = createClient({
  baseUrl: "https://search.example.org",
  key: "sw_reader_00000000000000000000000000000000",
  timeoutMs: 5000,
  attemptsMax: 3,
  fetch: (url, init) => fetch(url, init),
});

export async function flashcards(topic: string, signal?: AbortSignal): Promise<Flashcard[]> {
  const { hits, outcome } = await client.search(
    {
      query: topic,
      scope: { subject: ["Physics"], level: "A-Level", year: [2018, 2019] },
      strict: ["subject", "level"],
      relax: "none",
      k: 5,
      fields: ["title", "text", "subject"],
    },
    { signal },
  );
  return outcome === "empty" ? [] : hits.map(toFlashcard);
}

function toFlashcard({ id, title, text, leakage }: Hit): Flashcard {
  const mark = leakage.gate.length > 0 ? ` (outside: ${leakage.gate.join(", ")})` : "";
  return { question: text ?? "", source: `${title ?? id}${mark}` };
}

export async function upload(texts: readonly string[]): Promise<string[]> {
  const documents = texts.map((text, index) => ({ id: `note-${index}`, text, language: "en" }));
  const { results } = await client.addDocuments(documents, { onBatch: () => undefined });
  return results.flatMap(({ error }) => (error === null ? [] : [error.message]));
}

export function explain(error: unknown): string {
  if (!(error instanceof ScopewiseError)) {
    return "something else";
  }
  switch (error.code) {
    case "unknown_scope_value":
      return `${error.field ?? "scope"}: ${error.message}`;
    case "rate_limited":
      return `try again in ${error.retryAfterSeconds ?? 1} s`;
    default:
      return `${error.message} (request ${error.requestId})`;
  }
}
