/**
 * Goal: the OpenAPI description is what the service does. Method: every operation and every status it
 * names is brought about once by a real request to the bundled Worker in workerd, and the answer is
 * held to the described schema, with properties that are not described counted as wrong.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKey } from "#edge/local/tenants.ts";
import { startWorker, type WorkerProcess } from "#edge/local/worker-process.ts";
import {
  createValidator,
  type Operation,
  operationsOf,
  readDescription,
} from "../support/description.ts";
import { type Product, startProduct } from "../support/product.ts";
import {
  BODY_BYTES_MAX,
  type Exchange,
  exchangeFor,
  padded,
  RUNNING_KEY,
  type Site,
  USED_KEY,
  VERSION,
} from "./exchanges.ts";

const DESCRIPTION = await readDescription();
const OPERATIONS = operationsOf(DESCRIPTION);
const CASES = OPERATIONS.flatMap((operation) =>
  operation.statuses.map((status) => ({ operation, status })),
);
const responsesOf = (path: string, method: string) =>
  DESCRIPTION.paths[path]![method.toLowerCase()]!.responses;
const CLOSED = createValidator(DESCRIPTION, true);
const OPEN = createValidator(DESCRIPTION, false);
const SITES: readonly Site[] = ["ready", "limited", "unconfigured", "without-database"];
const TOKEN_KEYS = `only:${"s".repeat(43)}`;

describe("the OpenAPI description and the Worker in workerd", () => {
  let product: Product;
  let tenantId: number;
  const keys = new Map<Exchange["as"], string>();
  const workers = new Map<Site, WorkerProcess>();

  beforeAll(async () => {
    product = await startProduct();
    ({ tenantId } = product);
    keys.set("admin", product.key);
    keys.set("reader", await createKey(product.database, tenantId, "reader"));
    keys.set("stranger", (await product.addTenant("stranger")).key);
    await product.ingest([
      { id: "phy-1", subject: "Physics", level: "O-Level", language: "en", text: "Refraction." },
      { id: "phy-2", subject: "Physics", level: "O-Level", language: "en", text: "Refraction, 2." },
      { id: "phy-9", subject: "Physics", level: "A-Level", language: "en", text: "Deleted." },
      { id: "che-1", subject: "Chemistry", level: "A-Level", language: "en", text: "Acids." },
    ]);
    await product.database.query(
      `INSERT INTO model_versions (tenant_id, version, model) VALUES ($1, $2, $3::jsonb)`,
      [tenantId, VERSION, JSON.stringify({ version: VERSION, metrics: {}, cost: 1 })],
    );
    await product.database.query(
      `INSERT INTO idempotent_requests (tenant_id, key_id, idempotency_key, request_hash, status)
       SELECT $1, key_id, k.name, repeat('0', 64), k.status FROM api_keys,
         (VALUES ('${RUNNING_KEY}', NULL), ('${USED_KEY}', 200)) AS k (name, status)
       WHERE tenant_id = $1`,
      [tenantId],
    );
    for (const site of SITES) {
      workers.set(site, await startSite(site));
    }
  });
  afterAll(async () => {
    for (const worker of workers.values()) {
      await worker.close();
    }
    await product.close();
  });

  function startSite(site: Site): Promise<WorkerProcess> {
    const isGone = site === "without-database";
    return startWorker({
      port: 0,
      databaseUrl: isGone ? "postgres://u:p@127.0.0.1:9/x" : product.gateway.databaseUrl,
      sqlEndpoint: isGone ? "http://127.0.0.1:9/sql" : product.gateway.url,
      embeddingUrl: null,
      tokenKeys: TOKEN_KEYS,
      ...(site === "limited" ? { requestsPerMinute: 1 } : {}),
      ...(site === "unconfigured" ? { databaseUrl: "" } : {}),
    });
  }

  async function send({ method }: Operation, exchange: Exchange) {
    const { site, as, path, type, body, idempotencyKey } = exchange;
    const key = keys.get(as);
    const response = await fetch(`${workers.get(site)!.url}${path}`, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(type === undefined ? {} : { "content-type": type }),
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      },
      ...(body === undefined ? {} : { body }),
    });
    return { response, answer: (await response.json()) as unknown };
  }

  it("is the same in workerd and in Node", async () => {
    const served = await fetch(`${workers.get("ready")!.url}/openapi.json`);
    expect(await served.json()).toEqual(DESCRIPTION);
  });

  it.each(
    CASES.map(
      ({ operation, status }) => [operation.method, operation.path, status, operation] as const,
    ),
  )("%s %s answers %i as described", async (_, __, status, operation) => {
    const exchange = await exchangeFor(operation, status, tenantId);
    expect(exchange, "this status has no example in exchanges.ts").not.toBeNull();
    if (operation.operationId === "readCurrentModel" && status === 200) {
      const activate = OPERATIONS.find(({ operationId }) => operationId === "activateModel")!;
      await send(activate, (await exchangeFor(activate, 200, tenantId))!);
    }
    let { response, answer } = await send(operation, exchange!);
    // The platform counts in whole minutes: the first request of each is let through.
    const attempts = status === 429 ? 3 : 1;
    for (let sent = 1; sent < attempts && response.status === 200; sent += 1) {
      ({ response, answer } = await send(operation, exchange!));
    }
    expect(response.status, JSON.stringify(answer)).toBe(status);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(CLOSED.problems(operation.answers.get(status)!, answer)).toEqual([]);
    if (status === 200 && operation.body !== null) {
      const sent = JSON.parse(exchange!.body!) as unknown;
      expect(OPEN.problems(operation.body.schema, sent)).toEqual([]);
    }
    if (status !== 200) {
      const { error } = answer as { error: { request_id: string } };
      expect(error.request_id).toBe(response.headers.get("x-request-id"));
      expect(error.request_id).toMatch(/^[0-9a-f-]{36}$/);
    }
    if (status === 429 || status === 503) {
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    }
  });

  it.each(OPERATIONS.filter(({ path, method }) => "304" in responsesOf(path, method)))(
    "$method $path answers 304 without a body to its own ETag, and 200 to another",
    async (operation) => {
      const { path } = (await exchangeFor(operation, 200, tenantId))!;
      const url = `${workers.get("ready")!.url}${path}`;
      const authorization = `Bearer ${keys.get("admin")}`;
      const first = await fetch(url, { headers: { authorization } });
      const etag = first.headers.get("etag")!;
      expect([first.status, typeof etag]).toEqual([200, "string"]);
      const same = await fetch(url, { headers: { authorization, "if-none-match": etag } });
      expect([same.status, await same.text()]).toEqual([304, ""]);
      const other = await fetch(url, { headers: { authorization, "if-none-match": '"x"' } });
      expect(other.status).toBe(200);
    },
  );

  it.each(Object.keys(BODY_BYTES_MAX))(
    "%s takes a body of exactly its byte limit, and refuses one byte more",
    async (operationId) => {
      const operation = OPERATIONS.find((one) => one.operationId === operationId)!;
      const good = (await exchangeFor(operation, 200, tenantId))!;
      for (const [extra, status] of [
        [0, 200],
        [1, 413],
      ] as const) {
        const { response } = await send(operation, padded(operationId, good, extra)!);
        expect(response.status).toBe(status);
      }
    },
  );

  it("every operation with a body has a byte limit in the table", () => {
    const withBody = OPERATIONS.filter(({ body }) => body !== null);
    expect(withBody.map(({ operationId }) => operationId).toSorted()).toEqual(
      Object.keys(BODY_BYTES_MAX).toSorted(),
    );
  });

  it.each<[string, Record<string, unknown>]>([
    [
      "a field that is not described",
      { documents: 1, chunks: 1, embedded_chunks: 1, searches: 1, feedback: 1, secret: 1 },
    ],
    [
      "a field of another type",
      { documents: "1", chunks: 1, embedded_chunks: 1, searches: 1, feedback: 1 },
    ],
    ["a field that is missing", { documents: 1 }],
  ])("canary: an answer with %s is found", (_, answer) => {
    const usage = OPERATIONS.find(({ operationId }) => operationId === "readUsage")!;
    expect(CLOSED.problems(usage.answers.get(200)!, answer)).not.toEqual([]);
  });

  it("canary: a status without an example is found", async () => {
    expect(await exchangeFor(OPERATIONS[0]!, 418, tenantId)).toBeNull();
  });
});
