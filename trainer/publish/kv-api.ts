/**
 * Workers KV over Cloudflare's REST API: read and write one value. The local stack offers the same
 * paths on loopback. One key takes one write a second: a write that comes sooner waits, and one
 * that is refused for it (429) waits and is tried again. Any other refusal names the key and the
 * reason.
 */
import { failure } from "../training-error.ts";

export interface KvConnection {
  readonly url: string;
  readonly accountId: string;
  readonly namespaceId: string;
  readonly token: string;
}

/** Where models go; reads may be up to a minute old in production. */
export interface ModelStore {
  get(key: string): Promise<string | null>;
  getBytes(key: string): Promise<Uint8Array | null>;
  /** Resolves only when the store has taken the value. */
  put(key: string, value: string | Uint8Array): Promise<void>;
}

export interface KvClock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

export const SYSTEM_CLOCK: KvClock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Workers KV limit, with room for the clocks of two machines (docs: KV, limits). */
export const WRITE_INTERVAL_MS = 1_100;
export const KV_ATTEMPTS_MAX = 5;
export const KV_TIMEOUT_MS = 15_000;
/** Longest wait that a Retry-After header may ask for. */
const RETRY_AFTER_MS_MAX = 10_000;
const REASON_CHARS_MAX = 300;
/** Cloudflare's code for a key without a value; a wrong account or namespace has another. */
const KEY_NOT_FOUND = 10_009;

export function connectKv(connection: KvConnection, clock: KvClock = SYSTEM_CLOCK): ModelStore {
  const writtenAt = new Map<string, number>();
  const { url, accountId, namespaceId, token } = connection;
  const addressOf = (key: string) =>
    `${url}/accounts/${encodeURIComponent(accountId)}/storage/kv/namespaces/` +
    `${encodeURIComponent(namespaceId)}/values/${encodeURIComponent(key)}`;
  const send = (key: string, init: RequestInit) =>
    sendPatiently(key, clock, () =>
      fetch(addressOf(key), {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(KV_TIMEOUT_MS),
      }),
    );
  const found = async (key: string): Promise<Response | null> => {
    const response = await send(key, { method: "GET" });
    if (response.ok) return response;
    if ((await errorOf(response))?.code === KEY_NOT_FOUND) return null;
    throw failure(`KV get of ${key} was refused: ${await reasonOf(response)}`);
  };
  return {
    get: async (key) => (await found(key))?.text() ?? null,
    getBytes: async (key) => (await found(key))?.bytes() ?? null,
    put: async (key, value) => {
      const waitMs = (writtenAt.get(key) ?? -Infinity) + WRITE_INTERVAL_MS - clock.now();
      if (waitMs > 0) await clock.sleep(waitMs);
      const isText = typeof value === "string";
      const type = isText ? "text/plain; charset=utf-8" : "application/octet-stream";
      const headers = { "content-type": type };
      const body = isText ? value : new Uint8Array(value);
      const response = await send(key, { method: "PUT", headers, body });
      writtenAt.set(key, clock.now());
      if (!response.ok || !(await isSuccess(response))) {
        throw failure(`KV put of ${key} was refused: ${await reasonOf(response)}`);
      }
    },
  };
}

/** Tries again after 429, a server error or no answer; the last answer is the result. */
async function sendPatiently(
  key: string,
  clock: KvClock,
  request: () => Promise<Response>,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await request().catch(() => null);
    const isLast = attempt >= KV_ATTEMPTS_MAX;
    if (response === null && isLast) {
      throw failure(`KV did not answer for ${key} in ${KV_ATTEMPTS_MAX} attempts`);
    }
    if (response !== null && (isLast || !isTransient(response.status))) return response;
    const asked = 1000 * Number(response?.headers.get("retry-after") ?? 0);
    await response?.body?.cancel();
    await clock.sleep(Math.max(WRITE_INTERVAL_MS, Math.min(asked || 0, RETRY_AFTER_MS_MAX)));
  }
}

const isTransient = (status: number): boolean => status === 429 || status >= 500;

interface Envelope {
  readonly success?: boolean;
  readonly errors?: readonly { readonly code?: number; readonly message?: string }[];
}

const envelopeOf = (response: Response): Promise<Envelope | null> =>
  response
    .clone()
    .json()
    .then((body: unknown) => body as Envelope)
    .catch(() => null);

const isSuccess = async (response: Response): Promise<boolean> =>
  (await envelopeOf(response))?.success === true;

const errorOf = async (response: Response) => (await envelopeOf(response))?.errors?.[0];

async function reasonOf(response: Response): Promise<string> {
  const error = await errorOf(response);
  const message = error === undefined ? "no reason given" : `${error.message} (code ${error.code})`;
  return `status ${response.status}, ${message}`.slice(0, REASON_CHARS_MAX);
}
