/**
 * Cloudflare's KV REST API on loopback with values in memory and faults on demand: real HTTP, the
 * same paths and envelopes, one write a second and key on a clock that the test moves.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { KvClock, KvConnection } from "#trainer/publish/kv-api.ts";

export interface KvFault {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

export interface KvDouble {
  readonly connection: KvConnection;
  readonly values: Map<string, string>;
  /** Values that were put as octets. */
  readonly bytes: Map<string, Uint8Array>;
  /** "PUT key", "GET key", in order; refused ones included. */
  readonly requests: string[];
  readonly clock: KvClock & { readonly slept: number[] };
  /** Answers the request with this fault; null: no fault. */
  fault: (request: string) => KvFault | null;
  /** What a read returns; by default the stored value. */
  read: (key: string) => string | null;
  close(): Promise<void>;
}

const TOKEN = "token-of-the-double";
const PREFIX = "/accounts/account/storage/kv/namespaces/space/values/";

/** Time that moves only by sleeping. */
function testClock(): KvDouble["clock"] {
  const slept: number[] = [];
  let now = 1_000_000;
  return {
    slept,
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
  };
}

/** Shares `values` with whoever reads them (the app's KV, say). */
export async function startKvDouble(
  values = new Map<string, string>(),
  clock: KvDouble["clock"] = testClock(),
): Promise<KvDouble> {
  const writtenAt = new Map<string, number>();
  const server = createServer((request, response) => {
    void respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const double: KvDouble = {
    connection: {
      url: `http://127.0.0.1:${port}`,
      accountId: "account",
      namespaceId: "space",
      token: TOKEN,
    },
    values,
    bytes: new Map(),
    requests: [],
    clock,
    fault: () => null,
    read: (key) => values.get(key) ?? null,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, body } = await answer(request);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(body);
  }

  async function answer(
    request: IncomingMessage,
  ): Promise<{ status: number; body: string | Uint8Array }> {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    if (request.headers.authorization !== `Bearer ${TOKEN}`) {
      return envelope({ status: 403, code: 10_000, message: "Authentication error" });
    }
    if (!request.url?.startsWith(PREFIX)) {
      return envelope({ status: 404, code: 7_003, message: "Could not route" });
    }
    const key = decodeURIComponent(request.url.slice(PREFIX.length));
    const name = `${request.method} ${key}`;
    double.requests.push(name);
    const fault = double.fault(name);
    if (fault !== null) return envelope(fault);
    if (request.method === "GET") {
      const value = double.bytes.get(key) ?? double.read(key);
      const missing = { status: 404, code: 10_009, message: "get: 'key not found'" };
      return value === null ? envelope(missing) : { status: 200, body: value };
    }
    if (clock.now() - (writtenAt.get(key) ?? -Infinity) < 1_000) {
      return envelope({ status: 429, code: 10_048, message: "one write per second and key" });
    }
    writtenAt.set(key, clock.now());
    const body = Buffer.concat(parts);
    if (request.headers["content-type"] === "application/octet-stream") {
      double.bytes.set(key, new Uint8Array(body));
    } else {
      values.set(key, body.toString("utf8"));
    }
    return { status: 200, body: JSON.stringify({ success: true, errors: [], result: null }) };
  }
  return double;
}

function envelope({ status, code, message }: KvFault): { status: number; body: string } {
  const body = { success: false, errors: [{ code, message }], messages: [], result: null };
  return { status, body: JSON.stringify(body) };
}
