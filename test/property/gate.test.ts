/**
 * Goal: in strict mode nothing outside the scope is ever returned, and the answer is the brute-force
 * one. Method: seeded random corpora × scopes × queries through the whole app and real SQL, against an
 * oracle that filters, scores and fuses in memory. PROPERTY_RUNS sets the number of searches (the
 * release check uses 20000; the default keeps `npm test` short).
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mulberry32 } from "#significance/mulberry32.ts";
import type { SearchResponse } from "#edge/schemas/search.ts";
import { type Product, startProduct } from "../support/product.ts";
import {
  type Corpus,
  type RandomSearch,
  expectedAnswer,
  insideScope,
  randomCorpus,
  randomSearch,
} from "./gate-oracle.ts";

const RUNS = Number(process.env["PROPERTY_RUNS"] ?? 600);
const SEED = Number(process.env["PROPERTY_SEED"] ?? 42);
const SEARCHES_PER_CORPUS = 30;
const CORPORA_BETWEEN_VACUUMS = 20;

describe(`strict gate (seed ${SEED}, ${RUNS} searches)`, () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ embedder: null });
  });
  afterAll(() => product.close());

  it("never leaks, fills min(k, pool), narrows monotonically and equals the oracle", {
    timeout: 3_600_000,
  }, async () => {
    const random = mulberry32(SEED);
    for (let done = 0, number = 0; done < RUNS; number += 1) {
      const corpus = randomCorpus(random, number);
      const { tenantId, key } = await product.addTenant(`corpus-${number}`);
      await product.ingest(corpus.documents, key);
      const lengths = await readImpactLengths(tenantId);
      for (let i = 0; i < SEARCHES_PER_CORPUS && done < RUNS; i += 1, done += 1) {
        const search = randomSearch(random, corpus);
        check(corpus, search, await product.search(search.body, key), lengths);
        await checkNarrowing(corpus, search, key);
      }
      await product.database.query("DELETE FROM tenants WHERE tenant_id = $1", [tenantId]);
      await product.database.query("DELETE FROM chunk_lexical WHERE tenant_id = $1", [tenantId]);
      if (number % CORPORA_BETWEEN_VACUUMS === 0) {
        await product.local.execute("VACUUM ANALYZE");
      }
    }
  });

  async function readImpactLengths(tenantId: number): Promise<ReadonlyMap<string, number>> {
    const rows = await product.database.query<{
      subject: string;
      level: string;
      impact_length: number;
    }>("SELECT subject, level, impact_length FROM partitions WHERE tenant_id = $1", [tenantId]);
    return new Map(
      rows.map(({ subject, level, impact_length }) => [`${subject}|${level}`, impact_length]),
    );
  }

  function check(
    corpus: Corpus,
    search: RandomSearch,
    answer: SearchResponse,
    lengths: ReadonlyMap<string, number>,
  ): void {
    const message = JSON.stringify(search.body);
    const expected = expectedAnswer(corpus, search, lengths);
    const ids = answer.hits.map(({ id }) => id);
    expect(answer.pool_size, message).toBe(expected.poolSize);
    expect(ids.length, message).toBe(Math.min(search.body.k, expected.poolSize));
    for (const hit of answer.hits) {
      const document = corpus.documents.find(({ id }) => id === hit.id)!;
      expect(insideScope(document, search.scope), message).toBe(true);
      expect(hit.leakage, message).toEqual({ gate: [], tuple: [] });
    }
    expect(
      answer.hits.map(({ id, ranks }) => [id, ranks.lexical, ranks.dense]),
      message,
    ).toEqual(expected.hits);
  }

  /** Adding a constraint never adds a document to the pool. */
  async function checkNarrowing(corpus: Corpus, search: RandomSearch, key: string): Promise<void> {
    if (search.narrower === null) {
      return;
    }
    const { pool_size: wide } = await product.search({ ...search.body, k: 1 }, key);
    const narrow = await product.search({ ...search.body, scope: search.narrower, k: 100 }, key);
    expect(narrow.pool_size).toBeLessThanOrEqual(wide);
    for (const { id } of narrow.hits) {
      const document = corpus.documents.find((one) => one.id === id)!;
      expect(insideScope(document, search.scope)).toBe(true);
    }
  }

  it("canary: a document outside the scope and a swapped order are caught", () => {
    const random = mulberry32(SEED);
    const corpus = randomCorpus(random, 0);
    const outside = corpus.documents.find(({ subject }) => subject === "Alpha")!;
    expect(insideScope(outside, { subject: ["Beta"] })).toBe(false);
    const search = randomSearch(random, corpus);
    const lengths = new Map(
      corpus.documents.map(({ subject, level }) => [
        `${subject?.toLowerCase()}|${level?.toLowerCase()}`,
        5,
      ]),
    );
    const { ids } = expectedAnswer(
      corpus,
      { ...search, scope: {}, body: { ...search.body, k: 2 } },
      lengths,
    );
    expect([...ids].toReversed()).not.toEqual(ids);
  });
});
