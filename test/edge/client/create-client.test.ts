/**
 * Goal: the client survives what a network and a busy service do, and says what it could not
 * survive. Method: real HTTP against a scripted double; waits are recorded instead of slept.
 */
import { afterEach, describe, expect, test } from "vitest";
import {
  type Client,
  createClient,
  createClientOver,
  ScopewiseError,
} from "#edge/client/create-client.ts";
import type { Connection, FetchFunction } from "#edge/client/send-request.ts";
import { errorAnswer, type FaultServer, type Script, startFaultServer } from "./fault-server.ts";

const KEY = "sw_reader_testtesttesttesttesttesttest1234";
const FOUND = { status: 200, body: { request_id: "r1", hits: [] } };

const busy = (seconds: string) =>
  errorAnswer(429, "rate_limited", { headers: { "retry-after": seconds } });
const deaf: FetchFunction = () => new Promise(() => undefined);
const broken: FetchFunction = () => {
  throw new TypeError("no network");
};

let server: FaultServer;
let waits: number[];
afterEach(() => server.close());

async function connect(script: Script, options: Partial<Connection> = {}): Promise<Client> {
  server = await startFaultServer(script);
  waits = [];
  return createClientOver({
    baseUrl: server.url,
    key: KEY,
    fetch: (url, init) => fetch(url, init),
    timeoutMs: 5000,
    attemptsMax: 4,
    wait: async (ms) => {
      waits.push(ms);
    },
    random: () => 0.5,
    ...options,
  });
}

async function failure(work: Promise<unknown>): Promise<ScopewiseError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ScopewiseError);
  return error as ScopewiseError;
}

describe("a search", () => {
  test("is one authorised JSON request, and its answer comes back as it was sent", async () => {
    const client = await connect([FOUND]);
    const request = { query: "é 😀", scope: { level: "A-Level" }, k: 3, explain: undefined };
    expect(await client.search(request)).toEqual(FOUND.body);
    expect(server.requests).toEqual([
      {
        method: "POST",
        path: "/v1/search",
        authorization: `Bearer ${KEY}`,
        contentType: "application/json",
        body: '{"query":"é 😀","scope":{"level":"A-Level"},"k":3}',
      },
    ]);
  });

  test.each([429, 502, 503, 504])("is tried again after status %i", async (status) => {
    const client = await connect([errorAnswer(status, "busy"), FOUND]);
    await client.search({ query: "x" });
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]).toEqual(server.requests[0]);
    expect(waits).toEqual([250]);
  });

  test.each(["drop", "truncate"] as const)("is tried again after: %s", async (fault) => {
    const client = await connect([fault, FOUND]);
    await client.search({ query: "x" });
    expect(server.requests).toHaveLength(2);
  });

  test.each(["hang", "stall"] as const)(
    "is tried again after its time is up: %s",
    async (fault) => {
      const client = await connect([fault, FOUND], { timeoutMs: 150 });
      await client.search({ query: "x" });
      expect(server.requests).toHaveLength(2);
    },
  );

  test("stops after the last attempt, with longer waits from one to the next", async () => {
    const client = await connect([errorAnswer(503, "upstream_unavailable")]);
    const error = await failure(client.search({ query: "x" }));
    expect(error).toMatchObject({
      code: "upstream_unavailable",
      status: 503,
      requestId: "id-503",
    });
    expect(server.requests).toHaveLength(4);
    expect(waits).toEqual([250, 500, 1000]);
  });

  test("waits as long as Retry-After says, and not at all when that is too long", async () => {
    const client = await connect([busy("2"), busy("3600")]);
    const error = await failure(client.search({ query: "x" }));
    expect(waits).toEqual([2125]);
    expect(server.requests).toHaveLength(2);
    expect(error).toMatchObject({ code: "rate_limited", retryAfterSeconds: 3600 });
  });

  test.each([400, 401, 403, 404, 409, 413, 422, 500])("is not repeated on %i", async (status) => {
    const client = await connect([errorAnswer(status, "no", { field: "scope.level" })]);
    const error = await failure(client.search({ query: "x" }));
    expect(error).toMatchObject({
      name: "ScopewiseError",
      code: "no",
      message: "said no",
      status,
      field: "scope.level",
      requestId: `id-${status}`,
      retryAfterSeconds: null,
    });
    expect(server.requests).toHaveLength(1);
  });

  test("never takes another service's answer for hits", async () => {
    const page = { status: 200, headers: { "x-request-id": "h1" }, text: "<html>Sign in</html>" };
    for (const answer of [page, { ...page, text: '{"ok":true}' }, { ...page, text: "null" }]) {
      const client = await connect([answer]);
      const error = await failure(client.search({ query: "x" }));
      expect(error).toMatchObject({ code: "invalid_response", status: 200, requestId: "h1" });
      expect(server.requests).toHaveLength(1);
      await server.close();
    }
  });

  test("an error page without our error body keeps its status", async () => {
    const client = await connect([{ status: 404, text: "<h1>Not here</h1>" }]);
    const error = await failure(client.search({ query: "x" }));
    expect(error).toMatchObject({ code: "invalid_response", status: 404, field: null });
  });
});

describe("pages", () => {
  const paged = (last: number): Script => [
    ({ body }) => {
      const { cursor } = JSON.parse(body) as { cursor: string | null };
      const page = Number(cursor ?? 0);
      const next = page + 1 < last ? String(page + 1) : null;
      return { status: 200, body: { hits: [{ id: `h${page}` }], next_cursor: next } };
    },
  ];

  test("follow each other by cursor, each asked with the same request", async () => {
    const client = await connect(paged(3));
    const ids: string[] = [];
    for await (const { hits } of client.searchPages({ query: "x", k: 1 })) {
      ids.push(...hits.map(({ id }) => id));
    }
    expect(ids).toEqual(["h0", "h1", "h2"]);
    expect(server.requests.map(({ body }) => JSON.parse(body))).toEqual([
      { query: "x", k: 1, cursor: null },
      { query: "x", k: 1, cursor: "1" },
      { query: "x", k: 1, cursor: "2" },
    ]);
  });

  test("are fetched only as far as the caller reads", async () => {
    const client = await connect(paged(50));
    for await (const { next_cursor: next } of client.searchPages({ query: "x" })) {
      if (next === "2") {
        break;
      }
    }
    expect(server.requests).toHaveLength(2);
  });

  test("end even if the service never says so", async () => {
    const client = await connect(paged(1e6));
    let pages = 0;
    for await (const { hits } of client.searchPages({ query: "x" })) {
      pages += hits.length;
    }
    expect(pages).toBe(100);
  });
});

describe("without an answer", () => {
  test("an error still has an id, a cause, and never the key", async () => {
    const client = await connect(["drop"], { attemptsMax: 2 });
    const error = await failure(client.search({ query: "x" }));
    expect(error).toMatchObject({ code: "network", status: null });
    expect(error.requestId).toMatch(/^local-/);
    expect(error.cause).toBeInstanceOf(Error);
    expect(JSON.stringify([error.message, error.stack, error])).not.toContain(KEY);
  });

  test("a fetch that ignores its signal is still given up in time", async () => {
    const client = await connect([FOUND], { fetch: deaf, timeoutMs: 20, attemptsMax: 2 });
    expect(await failure(client.search({ query: "x" }))).toMatchObject({ code: "timeout" });
    expect(waits).toHaveLength(1);
  });

  test("a fetch that throws at once is a network error", async () => {
    const client = await connect([FOUND], { fetch: broken, attemptsMax: 1 });
    expect(await failure(client.search({ query: "x" }))).toMatchObject({ code: "network" });
  });
});

describe("an abort", () => {
  test("before the call sends nothing", async () => {
    const client = await connect([FOUND]);
    const error = await failure(
      client.search({ query: "x" }, { signal: AbortSignal.abort("why") }),
    );
    expect(error).toMatchObject({ code: "aborted", cause: "why" });
    expect(server.requests).toHaveLength(0);
  });

  test("while waiting for an answer ends the call and is not retried", async () => {
    const controller = new AbortController();
    const client = await connect([
      () => {
        controller.abort();
        return FOUND;
      },
    ]);
    const error = await failure(client.search({ query: "x" }, { signal: controller.signal }));
    expect(error.code).toBe("aborted");
    expect(server.requests).toHaveLength(1);
  });

  test("while waiting for the next attempt ends the call at once", async () => {
    server = await startFaultServer([
      errorAnswer(503, "busy", { headers: { "retry-after": "60" } }),
    ]);
    const client = createClient({ baseUrl: server.url, key: KEY });
    const controller = new AbortController();
    const call = client.search({ query: "x" }, { signal: controller.signal });
    while (server.requests.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    setTimeout(() => controller.abort(), 50);
    expect(await failure(call)).toMatchObject({ code: "aborted" });
    expect(server.requests).toHaveLength(1);
  });
});

describe("adding documents", () => {
  const accept: Script = [
    ({ body }) => {
      const { documents } = JSON.parse(body) as { documents: { id: string }[] };
      const results = documents.map(({ id }, index) => ({
        index,
        id,
        status: "created",
        error: null,
      }));
      return { status: 200, body: { results } };
    },
  ];
  const documents = Array.from({ length: 1203 }, (_, index) => ({ id: `d${index}`, text: "t" }));

  test("sends as many batches as needed and gives one result per document, in order", async () => {
    const client = await connect(accept);
    const told: number[] = [];
    const { results } = await client.addDocuments([...documents, documents[7]!], {
      onBatch: (batch) => told.push(batch.length),
    });
    expect(server.requests).toHaveLength(3);
    expect(told).toEqual([500, 500, 1, 203]);
    expect(results.map(({ index }) => index)).toEqual([...documents.keys(), 1203]);
    expect(results[1203]).toMatchObject({ status: "rejected", error: { code: "duplicate_id" } });
  });

  test("a batch that is refused item by item is a result, a failed one is an error", async () => {
    const results = [
      { index: 0, id: "a", status: "rejected", error: { code: "empty_text", message: "no text" } },
    ];
    const refused = errorAnswer(422, "unprocessable");
    const client = await connect([
      { ...refused, body: { ...(refused.body as object), results } },
      refused,
    ]);
    const document = { id: "a", text: " " };
    expect(await client.addDocuments([document])).toEqual({ results });
    expect(await failure(client.addDocuments([document]))).toMatchObject({ status: 422 });
  });

  test("what is stored before a failure has been told", async () => {
    const client = await connect([accept[0]!, errorAnswer(500, "internal")]);
    const told: number[] = [];
    const call = client.addDocuments(documents, {
      onBatch: (batch) => told.push(...batch.map(({ index }) => index)),
    });
    expect(await failure(call)).toMatchObject({ code: "internal", requestId: "id-500" });
    expect(told).toEqual([...documents.keys()].slice(0, 500));
  });

  test("an answer with fewer results than documents is not believed", async () => {
    const client = await connect([{ status: 200, body: { results: [] } }]);
    expect(await failure(client.addDocuments([documents[0]!]))).toMatchObject({
      code: "invalid_response",
    });
  });

  test("no documents need no request", async () => {
    const client = await connect(accept);
    expect(await client.addDocuments([])).toEqual({ results: [] });
    expect(server.requests).toHaveLength(0);
  });
});

test("writes that are no documents carry one key over all attempts, and wait for a running one", async () => {
  const client = await connect([
    "drop",
    errorAnswer(409, "request_in_progress", { headers: { "retry-after": "1" } }),
    { status: 200, body: { deleted: ["a"] } },
  ]);
  await client.deleteDocument("a");
  const [first, ...later] = server.requests.map(({ idempotencyKey }) => idempotencyKey);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(later).toEqual([first, first]);
  expect(waits.at(-1)).toBeGreaterThanOrEqual(1000);
});

test("a search carries no key", async () => {
  const client = await connect([FOUND]);
  await client.search({ query: "x" });
  expect(server.requests[0]!.idempotencyKey).toBeUndefined();
});

test("health and readiness are told apart", async () => {
  const client = await connect([
    { status: 200, body: { status: "ok" } },
    errorAnswer(503, "upstream_unavailable"),
    { status: 200, body: { status: "ready" } },
    { status: 200, body: { status: "something" } },
  ]);
  expect(await client.health()).toEqual({ status: "ok" });
  expect(await client.ready()).toEqual({ status: "ready" });
  expect(await failure(client.ready())).toMatchObject({ code: "invalid_response" });
  const paths = server.requests.map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(paths)]).toEqual(["GET /healthz", "GET /readyz"]);
});

test("options that cannot work are refused by name", async () => {
  server = await startFaultServer([FOUND]);
  const good = { baseUrl: `${server.url}/`, key: KEY };
  await createClient(good).search({ query: "x" });
  expect(server.requests[0]?.path).toBe("/v1/search");
  const bad = {
    baseUrl: ["", "search.example.org", "ftp://x", "http://", "https://x?y", "https://x#y"],
    key: ["", "two words", "schlüssel", "line\nbreak"],
    timeoutMs: [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31],
    attemptsMax: [0, 1.5, 11, Number.NaN],
  };
  for (const [field, values] of Object.entries(bad)) {
    for (const value of values) {
      const create = () => createClient({ ...good, [field]: value });
      expect(create, `${field} ${String(value)}`).toThrow(
        expect.objectContaining({ code: "invalid_argument", field }),
      );
    }
  }
});
