/**
 * The same requests through HTTP to the bundled Worker in workerd, several at a time as real clients
 * send them. FUZZ_RUNS sets their number; the release check sends 5000.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createKey } from "#edge/local/tenants.ts";
import { startWorker, type WorkerProcess } from "#edge/local/worker-process.ts";
import { readDescription } from "../support/description.ts";
import { type Product, startProduct } from "../support/product.ts";
import {
  ANSWER_MS_MAX,
  createJudge,
  type FuzzAnswer,
  type FuzzRequest,
  requestArbitrary,
  RUNS,
  SEED,
  SEEDED_DOCUMENTS,
} from "./fuzz-requests.ts";

const runs = Number(RUNS ?? 200);
const PARALLEL = 4;
const description = await readDescription();

let product: Product;
let worker: WorkerProcess;
let reader: string;
beforeAll(async () => {
  product = await startProduct();
  reader = await createKey(product.database, product.tenantId, "reader");
  await product.ingest(SEEDED_DOCUMENTS);
  worker = await startWorker({
    port: 0,
    databaseUrl: product.gateway.databaseUrl,
    sqlEndpoint: product.gateway.url,
    embeddingUrl: null,
    tokenKeys: `k:${"s".repeat(43)}`,
  });
});
afterAll(async () => {
  await worker.close();
  await product.close();
});

async function send({ operation, caller, path, headers, body }: FuzzRequest): Promise<FuzzAnswer> {
  const keys = { admin: product.key, reader, garbage: "sw_reader_x" };
  const response = await fetch(`${worker.url}${path}`, {
    method: operation.method,
    headers: {
      ...headers,
      ...(caller === "nobody" ? {} : { authorization: `Bearer ${keys[caller]}` }),
    },
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
    ...(body === undefined ? {} : { body }),
  });
  const requestId = response.headers.get("x-request-id");
  return { status: response.status, requestId, body: await response.text() };
}

it(`requests through workerd (seed ${SEED}, ${runs} runs) get documented answers`, {
  timeout: 1_800_000,
}, async () => {
  const { judge, met } = createJudge(description);
  const several = fc.array(requestArbitrary(description), {
    minLength: PARALLEL,
    maxLength: PARALLEL,
  });
  await fc.assert(
    fc.asyncProperty(several, async (requests) => {
      const answers = await Promise.all(requests.map(send));
      for (const [index, answer] of answers.entries()) {
        judge(requests[index]!, answer);
      }
    }),
    { numRuns: Math.ceil(runs / PARALLEL), seed: SEED, endOnFailure: true },
  );
  const counts = [...met.values()].flatMap((byStatus) => [...byStatus.values()]);
  const judged = counts.reduce((sum, count) => sum + count, 0);
  expect(judged).toBeGreaterThan(runs * 0.9);
  for (const one of ["200", "400", "401", "404"]) {
    const found = [...met.values()].some((byStatus) => byStatus.has(Number(one)));
    expect(found, `no ${one} was met`).toBe(true);
  }
});
