/**
 * The part of a tutoring app that runs on the phone: it fetches a token from the app's own back end,
 * renews it before it ends, and searches. No API key, nothing of Node or of a browser but `fetch`.
 */
import { type CallOptions, createClient, type Hit, ScopewiseError } from "../create-client.ts";
import type { Session } from "./back-end.ts";

export interface StudentSearchOptions {
  /** Address of the search service. */
  readonly serviceUrl: string;
  /** Asks the app's back end for a session; the app's own sign-in rides along. */
  readonly openSession: () => Promise<Session>;
  readonly now?: () => number;
}

export interface Card {
  readonly id: string;
  readonly title: string;
  /** HTML with the words that were found in <mark>. */
  readonly snippet: string;
  readonly curriculum: string;
}

export type StudentAnswer =
  | { readonly kind: "found"; readonly cards: readonly Card[] }
  | { readonly kind: "nothing"; readonly hint: string }
  | { readonly kind: "failed"; readonly message: string; readonly requestId: string | null };

const CARDS = 5;
/** A token that ends sooner than this is renewed first. */
const RENEW_MS = 60_000;

export function createStudentSearch({
  serviceUrl,
  openSession,
  now = Date.now,
}: StudentSearchOptions): (question: string, options?: CallOptions) => Promise<StudentAnswer> {
  let session: Promise<Session> | null = null;

  const validSession = async (): Promise<Session> => {
    session ??= openSession();
    const current = await session;
    if (Date.parse(current.expiresAt) - now() > RENEW_MS) return current;
    session = openSession();
    return session;
  };

  return async (question, options) => {
    try {
      const { token } = await validSession();
      const client = createClient({ baseUrl: serviceUrl, key: token, timeoutMs: 8000 });
      const { hits, scope } = await client.search(
        { query: question, k: CARDS, fields: ["title", "text", "subject", "level", "year"] },
        options,
      );
      return hits.length > 0
        ? { kind: "found", cards: hits.map(toCard) }
        : { kind: "nothing", hint: `nothing in ${scope.locked.join(" and ")} of your course` };
    } catch (error) {
      session = null;
      return error instanceof ScopewiseError
        ? { kind: "failed", message: error.message, requestId: error.requestId ?? null }
        : { kind: "failed", message: "no connection", requestId: null };
    }
  };
}

function toCard({ id, title, text, highlights, subject, level, year }: Hit): Card {
  return {
    id,
    title: title ?? id,
    snippet: highlights?.join(" … ") ?? text ?? "",
    curriculum: [subject, level, year].filter((part) => (part ?? null) !== null).join(" · "),
  };
}
