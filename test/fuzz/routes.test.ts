/**
 * Goal: whatever is sent, no 5xx, no hang, no status that the description does not name.
 * Method: seeded requests made from the OpenAPI description, to every route, through the app and real
 * SQL. FUZZ_RUNS sets their number (the release check uses 5000).
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Product, startProduct } from "../support/product.ts";
import { type Components, type Schema, schemaArbitrary } from "./schema-arbitrary.ts";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 400);
const SEED = Number(process.env["FUZZ_SEED"] ?? 42);

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly statuses: ReadonlySet<number>;
  readonly body: Schema | null;
  readonly query: readonly { name: string; schema: Schema }[];
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Components };
}

interface RawOperation {
  readonly responses: Readonly<Record<string, unknown>>;
  readonly requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
  readonly parameters?: readonly { in: string; name: string; schema: Schema }[];
}

interface Sent {
  readonly operation: Operation;
  readonly body: unknown;
  readonly query: Readonly<Record<string, unknown>>;
  readonly id: string;
}

function operationsOf({ paths }: Description): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      statuses: new Set(Object.keys(operation.responses).map(Number)),
      body: operation.requestBody?.content["application/json"]?.schema ?? null,
      query: (operation.parameters ?? []).filter((one) => one.in === "query"),
    })),
  );
}

describe(`requests from the description (seed ${SEED}, ${RUNS} runs)`, () => {
  let product: Product;
  let description: Description;
  const seen = new Map<string, Map<number, number>>();
  beforeAll(async () => {
    const secret = "s".repeat(43);
    product = await startProduct({ extra: { tokenKeys: [{ kid: "k", secret }] } });
    await product.ingest([
      { id: "phy-1", subject: "Physics", level: "O-Level", language: "en", text: "light bends" },
      { id: "che-1", subject: "Chemistry", level: "A-Level", language: "en", text: "acids" },
    ]);
    description = (await (await product.app.request("/openapi.json")).json()) as Description;
  });
  afterAll(() => product.close());

  it("never give a 5xx or an undocumented status", { timeout: 1_800_000 }, async () => {
    const operations = operationsOf(description);
    const { schemas } = description.components;
    const arbitrary = fc.constantFrom(...operations).chain((operation) =>
      fc.record({
        operation: fc.constant(operation),
        body:
          operation.body === null ? fc.constant(null) : schemaArbitrary(operation.body, schemas),
        query: fc.record(
          Object.fromEntries(
            operation.query.map(({ name, schema }) => [name, schemaArbitrary(schema, schemas)]),
          ),
          { requiredKeys: [] },
        ),
        id: fc.constantFrom("phy-1", "unknown", "\u0000", "a/b", "v1"),
      }),
    );
    await fc.assert(
      fc.asyncProperty(arbitrary, async (sent) => {
        await check(sent);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
    for (const { method, path } of operations) {
      expect(seen.has(`${method} ${path}`), `${method} ${path} was never sent`).toBe(true);
    }
  });

  async function check({ operation, body, query, id }: Sent): Promise<void> {
    const parameters = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [
        name,
        typeof value === "string" ? value : JSON.stringify(value),
      ]),
    );
    const path = operation.path.replace(/\{\w+\}/g, encodeURIComponent(id));
    const text = parameters.size === 0 ? path : `${path}?${parameters}`;
    const response = await product.app.request(text, {
      method: operation.method,
      headers: { authorization: `Bearer ${product.key}`, "content-type": "application/json" },
      ...(operation.body === null ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    const message = `${operation.method} ${text} ${JSON.stringify(body)} → ${response.status} ${answer}`;
    expect(response.status, message).toBeLessThan(500);
    expect([...operation.statuses], message).toContain(response.status);
    const json = JSON.parse(answer) as { error?: { code: string; request_id: string } };
    if (response.status >= 400) {
      expect(json.error, message).toMatchObject({
        request_id: response.headers.get("x-request-id"),
      });
    }
    const counts = seen.get(`${operation.method} ${operation.path}`) ?? new Map<number, number>();
    counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    seen.set(`${operation.method} ${operation.path}`, counts);
  }
});
