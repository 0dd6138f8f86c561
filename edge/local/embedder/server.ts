/**
 * An OpenAI-compatible embedding endpoint on loopback, so that one machine uses the Worker's
 * ordinary `http` provider: POST /v1/embeddings {model, input, input_type?, encoding_format?}.
 * It must not batch (see onnx-embedder.ts), and it must not be reachable from another machine.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  BODY_BYTES_MAX,
  type EmbeddingRequest,
  parseEmbeddingRequest,
  RequestError,
} from "./embedding-request.ts";
import type { Embedder, Embedding } from "./onnx-embedder.ts";

const HOST = "127.0.0.1";
const PATH = "/v1/embeddings";

/** Requests that may be read or embedded at a time; the model itself runs one text at a time. */
export const REQUESTS_IN_FLIGHT_MAX = 64;

/** Query vectors kept for repeated searches, least recently used first out (1.5 kB each). */
export const CACHED_QUERIES_MAX = 256;

/** A body of 1 MiB comes over loopback at once; a slower client is stuck. */
const REQUEST_TIMEOUT_MS = 30_000;

export interface EmbeddingServer {
  /** Base address without a trailing slash, such as http://127.0.0.1:49152. */
  readonly url: string;
  /** Ends open connections; the embedders stay the caller's to close. */
  close(): Promise<void>;
}

interface ServerState {
  readonly embedders: ReadonlyMap<string, Embedder>;
  readonly cache: Map<string, Embedding>;
  inFlightCount: number;
}

/** Serves loaded models; port 0 takes a free port. Rejects if the port is taken. */
export async function startEmbeddingServer({
  models,
  port = 0,
}: {
  models: readonly Embedder[];
  port?: number;
}): Promise<EmbeddingServer> {
  const state: ServerState = {
    embedders: new Map(models.map((embedder) => [embedder.record.id, embedder])),
    cache: new Map(),
    inFlightCount: 0,
  };
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    void respond(state, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${address.port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

async function respond(
  state: ServerState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  state.inFlightCount += 1;
  try {
    if (state.inFlightCount > REQUESTS_IN_FLIGHT_MAX) {
      const message = `more than ${REQUESTS_IN_FLIGHT_MAX} requests at a time; try again`;
      throw new RequestError(503, "overloaded", message);
    }
    checkRoute(request);
    const parsed = parseEmbeddingRequest(await readBody(request), state.embedders);
    const embeddings = await embedAll(state, parsed, response);
    if (embeddings !== null) send(response, 200, successBody(parsed, embeddings));
  } catch (error) {
    sendError(response, error);
  } finally {
    state.inFlightCount -= 1;
  }
}

function checkRoute(request: IncomingMessage): void {
  const path = request.url?.split("?", 1)[0];
  if (path !== PATH) {
    throw new RequestError(404, "not_found", `no such path; this server has POST ${PATH}`);
  }
  if (request.method !== "POST") {
    throw new RequestError(405, "method_not_allowed", `${PATH} takes POST only`);
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > BODY_BYTES_MAX) {
      const message = `the body is larger than ${BODY_BYTES_MAX} bytes`;
      throw new RequestError(413, "body_too_large", message);
    }
    parts.push(part);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw new RequestError(400, "invalid_json", "the body is not valid UTF-8");
  }
}

/** Null if the client went away: the rest would be computed for nobody. */
async function embedAll(
  state: ServerState,
  { embedder, texts, inputType }: EmbeddingRequest,
  response: ServerResponse,
): Promise<Embedding[] | null> {
  const embeddings: Embedding[] = [];
  for (const text of texts) {
    if (response.destroyed) return null;
    const key = `${embedder.record.id}\n${text}`;
    const cached = inputType === "query" ? state.cache.get(key) : undefined;
    const embedding = cached ?? (await embedder.embed(text, inputType));
    if (inputType === "query") remember(state.cache, key, embedding);
    embeddings.push(embedding);
  }
  return embeddings;
}

/** A Map iterates in insertion order: its first key is the least recently used one. */
function remember(cache: Map<string, Embedding>, key: string, embedding: Embedding): void {
  cache.delete(key);
  cache.set(key, embedding);
  if (cache.size <= CACHED_QUERIES_MAX) return;
  const oldest = cache.keys().next();
  if (!oldest.done) cache.delete(oldest.value);
}

function successBody({ embedder, encoding }: EmbeddingRequest, embeddings: Embedding[]): unknown {
  const tokenCount = embeddings.reduce((sum, embedding) => sum + embedding.tokenCount, 0);
  return {
    object: "list",
    data: embeddings.map(({ vector }, index) => ({
      object: "embedding",
      index,
      embedding: encoding === "float" ? Array.from(vector) : toBase64(vector),
    })),
    model: embedder.record.id,
    scripts: embedder.record.scripts,
    usage: { prompt_tokens: tokenCount, total_tokens: tokenCount },
  };
}

/** Little-endian float32, as OpenAI's clients read it; every platform of Node 24 is that. */
function toBase64(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64");
}

function sendError(response: ServerResponse, error: unknown): void {
  const known =
    error instanceof RequestError
      ? error
      : new RequestError(500, "model_failed", "the model could not embed this input");
  const type = known.status < 500 ? "invalid_request_error" : "server_error";
  const { message, param, code } = known;
  // The body may be half read: without closing, its rest would be taken for the next request.
  response.setHeader("connection", "close");
  send(response, known.status, { error: { message, type, param, code } });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed) return;
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
