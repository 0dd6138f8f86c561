/**
 * The part of Cloudflare's REST API that publishing needs, on loopback in front of workerd's local
 * KV: GET, PUT and DELETE of one value. The trainer uses the same client here and in production.
 */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { LocalKv } from "./worker-process.ts";

/** Workers KV's limit for one value. */
export const KV_VALUE_BYTES_MAX = 25 * 1024 * 1024;

export interface KvApi {
  /** Base address, to which `/accounts/{id}/storage/kv/...` is appended. */
  readonly url: string;
  readonly accountId: string;
  readonly namespaceId: string;
  readonly token: string;
  close(): Promise<void>;
}

export async function startKvApi(kv: LocalKv): Promise<KvApi> {
  const token = randomBytes(24).toString("base64url");
  const [accountId, namespaceId] = ["local", "models"];
  const prefix = `/accounts/${accountId}/storage/kv/namespaces/${namespaceId}/values/`;
  const server = createServer((request, response) => {
    void respond(response, handle(kv, token, prefix, request));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    accountId,
    namespaceId,
    token,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function respond(response: ServerResponse, answer: Promise<Answer>): Promise<void> {
  const { status, body, isValue } = await answer.catch(() =>
    envelope(500, 10001, "the local store failed"),
  );
  response.writeHead(status, {
    "content-type": isValue ? "application/octet-stream" : "application/json",
  });
  response.end(body);
}

interface Answer {
  readonly status: number;
  readonly body: string | Uint8Array;
  readonly isValue?: boolean;
}

const envelope = (status: number, code: number, message: string): Answer => ({
  status,
  body: JSON.stringify({
    success: status < 400,
    errors: status < 400 ? [] : [{ code, message }],
    messages: [],
    result: null,
  }),
});

async function handle(
  kv: LocalKv,
  token: string,
  prefix: string,
  request: IncomingMessage,
): Promise<Answer> {
  if (request.headers.authorization !== `Bearer ${token}`) {
    return envelope(403, 10000, "Authentication error");
  }
  if (!request.url?.startsWith(prefix)) {
    return envelope(404, 7003, "No such route");
  }
  const key = decodeURIComponent(request.url.slice(prefix.length));
  if (request.method === "GET") {
    const value = await kv.getBytes(key);
    return value === null
      ? envelope(404, 10009, "get: 'key not found'")
      : { status: 200, body: new Uint8Array(value), isValue: true };
  }
  if (request.method === "PUT") {
    const value = await readValue(request);
    if (value === null) {
      return envelope(413, 10022, `value larger than ${KV_VALUE_BYTES_MAX} bytes`);
    }
    await kv.put(key, value);
    return envelope(200, 0, "");
  }
  if (request.method === "DELETE") {
    await kv.delete(key);
    return envelope(200, 0, "");
  }
  return envelope(405, 10405, "Method not allowed");
}

async function readValue(request: IncomingMessage): Promise<ArrayBuffer | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > KV_VALUE_BYTES_MAX) {
      return null;
    }
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts)).buffer;
}
