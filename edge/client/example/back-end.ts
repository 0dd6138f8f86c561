/**
 * The tiny back end of a tutoring app: it alone holds the API key, and hands a signed-in student a
 * short-lived token that cannot leave the student's curriculum. Web-standard request and response, so
 * it runs in a Worker, in Node, or behind any framework that speaks them.
 */
import { type Client, ScopewiseError } from "../create-client.ts";

/** What a student may see; a real app reads it from its own accounts. */
export interface Enrolment {
  readonly level: string;
  readonly subjects: readonly string[];
}

export interface Session {
  readonly token: string;
  /** Time in UTC, ISO 8601. */
  readonly expiresAt: string;
}

const TOKEN_SECONDS = 900;

/** Answers POST /session; `enrolmentOf` is null for a request without a signed-in student. */
export function createBackEnd(
  search: Pick<Client, "createToken">,
  enrolmentOf: (request: Request) => Enrolment | null,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== "POST" || pathname !== "/session") {
      return Response.json({ error: "not found" }, { status: 404 });
    }
    const enrolment = enrolmentOf(request);
    if (enrolment === null) {
      return Response.json({ error: "sign in first" }, { status: 401 });
    }
    try {
      const { token, expires_at: expiresAt } = await search.createToken({
        scope_lock: { level: enrolment.level, subject: [...enrolment.subjects] },
        ttl_seconds: TOKEN_SECONDS,
      });
      return Response.json({ token, expiresAt } satisfies Session);
    } catch (error) {
      // The student is told nothing of the service behind; the request id finds it in the logs.
      const requestId = error instanceof ScopewiseError ? error.requestId : null;
      return Response.json({ error: "try again later", requestId }, { status: 503 });
    }
  };
}
