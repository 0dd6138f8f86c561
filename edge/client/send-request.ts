/**
 * One call over HTTP: attempts with a time limit each, retried where that is safe and may help.
 * Every call of this client can be repeated: documents by id and content, deletions and activations by
 * an Idempotency-Key. Uses nothing that React Native lacks: no AbortSignal.any, no DOMException, no URL.
 */
import { readRetryAfter, retryDelayMs } from "./retry-delay.ts";
import { ScopewiseError } from "./scopewise-error.ts";

/** The part of `fetch` that is used; the global one of every runtime fits. */
export type FetchFunction = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly signal: AbortSignal;
  },
) => Promise<FetchAnswer>;

export interface FetchAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

export interface Connection {
  readonly baseUrl: string;
  readonly key: string;
  readonly fetch: FetchFunction;
  /** For one attempt, from the request to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly attemptsMax: number;
  /** Resolves after `ms`, rejects at once when the signal fires. */
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** In [0, 1). */
  readonly random: () => number;
}

export interface Call {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  /** JSON. */
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
  /** Carries a key of its own, so that after a lost answer the next attempt gets that answer. */
  readonly isKeyed?: boolean;
  /** Says of an answer outside 200–299 that it is a result nevertheless. */
  readonly accepts?: (status: number, body: unknown) => boolean;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly requestId: string | null;
}

/** What the service and the proxies before it answer when the same request may succeed later. */
const RETRIED_STATUSES: readonly number[] = [429, 502, 503, 504];

export async function sendRequest(connection: Connection, call: Call): Promise<Answer> {
  const headers: Record<string, string> =
    call.isKeyed === true ? { "idempotency-key": newKey(connection.random) } : {};
  for (let failed = 0; ; ) {
    try {
      return await attempt(connection, call, headers);
    } catch (error) {
      failed += 1;
      const delayMs = isRetried(error)
        ? retryDelayMs(failed, error.retryAfterSeconds, connection.random())
        : null;
      if (delayMs === null || failed >= connection.attemptsMax) {
        throw error;
      }
      await connection.wait(delayMs, call.signal);
    }
  }
}

function isRetried(error: unknown): error is ScopewiseError {
  return (
    error instanceof ScopewiseError &&
    (error.code === "network" ||
      error.code === "timeout" ||
      error.code === "request_in_progress" ||
      (error.status !== null && RETRIED_STATUSES.includes(error.status)))
  );
}

/** 128 bits; not every runtime has crypto.randomUUID. */
function newKey(random: () => number): string {
  const words = Array.from({ length: 4 }, () => Math.floor(random() * 2 ** 32));
  return words.map((word) => word.toString(16).padStart(8, "0")).join("");
}

async function attempt(
  connection: Connection,
  call: Call,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { response, text } = await exchange(connection, call, headers);
  const body = parse(text);
  const requestId = response.headers.get("x-request-id");
  const { status } = response;
  const isAccepted = (status >= 200 && status < 300) || call.accepts?.(status, body) === true;
  if (isAccepted && body !== undefined) {
    return { status, body, requestId };
  }
  throw errorFrom(status, body, requestId, response.headers.get("retry-after"));
}

/** The answer with its whole text, within the time limit even if `fetch` ignores its signal. */
function exchange(
  { baseUrl, key, fetch, timeoutMs }: Connection,
  { method, path, body, signal }: Call,
  more: Readonly<Record<string, string>>,
): Promise<{ response: FetchAnswer; text: string }> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const release = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    const giveUp = (error: ScopewiseError) => {
      release();
      reject(error);
      controller.abort();
    };
    const onAbort = () => giveUp(aborted(signal));
    const timer = setTimeout(() => {
      giveUp(new ScopewiseError({ code: "timeout", message: `no answer within ${timeoutMs} ms` }));
    }, timeoutMs);
    if (signal?.aborted === true) {
      onAbort();
      return;
    }
    signal?.addEventListener("abort", onAbort);
    const run = async () => {
      try {
        const response = await fetch(`${baseUrl}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${key}`,
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...more,
          },
          signal: controller.signal,
          ...(body === undefined ? {} : { body }),
        });
        const text = await response.text();
        release();
        resolve({ response, text });
      } catch (cause) {
        const message = "the service was not reached";
        giveUp(new ScopewiseError({ code: "network", message, cause }));
      }
    };
    void run();
  });
}

export function aborted(signal: AbortSignal | undefined): ScopewiseError {
  const cause: unknown = signal?.reason;
  return new ScopewiseError({ code: "aborted", message: "the call was aborted", cause });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function errorFrom(
  status: number,
  body: unknown,
  headerId: string | null,
  retryAfter: string | null,
): ScopewiseError {
  const details = readError(body);
  return new ScopewiseError({
    code: details?.code ?? "invalid_response",
    message: details?.message ?? `the service answered ${status} with something else than expected`,
    status,
    field: details?.field ?? null,
    requestId: details?.request_id ?? headerId,
    retryAfterSeconds: readRetryAfter(retryAfter, Date.now()),
  });
}

interface WireError {
  readonly code: string;
  readonly message: string;
  readonly field?: string | undefined;
  readonly request_id?: string | undefined;
}

function readError(body: unknown): WireError | null {
  const error = (body as { error?: unknown } | null | undefined)?.error as
    | Partial<Record<keyof WireError, unknown>>
    | null
    | undefined;
  if (typeof error?.code !== "string" || typeof error.message !== "string") {
    return null;
  }
  return {
    code: error.code,
    message: error.message,
    field: typeof error.field === "string" ? error.field : undefined,
    request_id: typeof error.request_id === "string" ? error.request_id : undefined,
  };
}
