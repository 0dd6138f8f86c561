/**
 * Goal: whatever is sent, no 5xx, no hang, no status and no field that the description does not name.
 * Method: seeded requests made from the OpenAPI description, to every route, through the app and real
 * SQL in this process. FUZZ_RUNS sets their number.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createKey } from "#edge/local/tenants.ts";
import { operationsOf, readDescription } from "../support/description.ts";
import { type Product, startProduct } from "../support/product.ts";
import { createJudge, requestArbitrary, RUNS, SEED, SEEDED_DOCUMENTS } from "./fuzz-requests.ts";

const runs = Number(RUNS ?? 400);
const description = await readDescription();

let product: Product;
let reader: string;
beforeAll(async () => {
  product = await startProduct({ extra: { tokenKeys: [{ kid: "k", secret: "s".repeat(43) }] } });
  reader = await createKey(product.database, product.tenantId, "reader");
  await product.ingest(SEEDED_DOCUMENTS);
});
afterAll(() => product.close());

it(`requests from the description (seed ${SEED}, ${runs} runs) get documented answers`, {
  timeout: 1_800_000,
}, async () => {
  const { judge, met } = createJudge(description);
  const keys = { admin: product.key, reader, garbage: "sw_reader_x" };
  await fc.assert(
    fc.asyncProperty(requestArbitrary(description), async (sent) => {
      const { operation, caller, path, headers, body } = sent;
      const response = await product.app.request(path, {
        method: operation.method,
        headers: {
          ...headers,
          ...(caller === "nobody" ? {} : { authorization: `Bearer ${keys[caller]}` }),
        },
        ...(body === undefined ? {} : { body }),
      });
      const requestId = response.headers.get("x-request-id");
      judge(sent, { status: response.status, requestId, body: await response.text() });
    }),
    { numRuns: runs, seed: SEED, endOnFailure: true },
  );
  for (const { method, path } of operationsOf(description)) {
    expect(met.has(`${method} ${path}`), `${method} ${path} was never sent`).toBe(true);
  }
});
