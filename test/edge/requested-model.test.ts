/** A request may name a published model: to compare two, and never to reach what was not published. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { featureSchemaHash } from "#core/features/feature-schema-hash.ts";
import { NORMALIZER_VERSION } from "#core/text/normalize.ts";
import { ANALYZER_VERSION } from "#edge/store/analyzer-version.ts";
import { currentModelKey, modelKey } from "#edge/store/ranking-model-kv.ts";
import { type Product, startProduct } from "../support/product.ts";
import { rankingModel } from "./core/model/model-builder.ts";

/** The same feature, once wanted and once unwanted: one order is the other reversed. */
const WEIGHTS = { forward: 1, backward: -1 } as const;

describe("a model named by the request", () => {
  let product: Product;
  let other: { tenantId: number; key: string };
  beforeAll(async () => {
    product = await startProduct();
    other = await product.addTenant("other");
    for (const [version, weight] of Object.entries(WEIGHTS)) {
      product.kv.set(modelKey(product.tenantId, version), JSON.stringify(modelOf(version, weight)));
    }
    product.kv.set(currentModelKey(product.tenantId), "forward");
    await product.ingest(
      [1, 2, 3].map((count) => ({
        id: `d${count}`,
        language: "en",
        text: `${"refraction ".repeat(count)}${"water ".repeat(9 - count)}`,
      })),
    );
  });
  afterAll(() => product.close());

  const modelOf = (version: string, weight: number) => ({
    ...rankingModel([weight], ["bm25"]),
    version,
    featureSchemaHash: featureSchemaHash(["bm25"]),
    normalizerVersion: NORMALIZER_VERSION,
    analyzerVersion: ANALYZER_VERSION,
    embeddingModel: "test-model",
  });
  const search = (body: object) => product.search({ query: "refraction", ...body });
  const ids = ({ hits }: Awaited<ReturnType<typeof search>>) => hits.map(({ id }) => id);

  test("ranks instead of the one in force, and the answer says so without calling it reduced", async () => {
    const current = await search({});
    const named = await search({ model: "backward" });
    expect(ids(named)).toEqual(ids(current).toReversed());
    expect(named.model).toEqual({ version: "backward", status: "requested" });
    expect(named.degraded).not.toContain("model_requested");
    expect((await search({})).model).toEqual({ version: "forward", status: "current" });
  });

  test("holds for every page, and a cursor of another model is refused", async () => {
    const first = await search({ model: "backward", k: 1 });
    const second = await search({ model: "backward", k: 1, cursor: first.next_cursor });
    expect(second.model.version).toBe("backward");
    const mixed = { query: "refraction", k: 1, cursor: first.next_cursor };
    expect((await product.call("/v1/search", mixed)).body.error).toMatchObject({
      code: "invalid_request",
      field: "cursor",
    });
  });

  test.each(["never-published", "../../t2:model:current", "current", "é"])(
    "a version that is none is refused by name: %s",
    async (model) => {
      const { status, body } = await product.call("/v1/search", { query: "refraction", model });
      expect(status).toBe(422);
      expect(body.error).toMatchObject({ code: "unprocessable", field: "model" });
    },
  );

  test("another tenant's version is one that was never published", async () => {
    const body = { query: "refraction", model: "backward" };
    const { status } = await product.call("/v1/search", body, { key: other.key });
    expect(status).toBe(422);
  });
});
