/** Text that JSON allows and PostgreSQL refuses is a 4xx by name on every route that takes text. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Product, startProduct } from "../support/product.ts";

const BAD = ["a\u0000b", "a\ud800b"];
const UUID = "1b4e28ba-2fa1-4d2b-883f-0016d3cca427";

describe.each(BAD)("text %j", (bad) => {
  let product: Product;
  beforeAll(async () => {
    const tokenKeys = [{ kid: "k", secret: "s".repeat(43) }];
    product = await startProduct({ extra: { tokenKeys } });
    await product.ingest([{ id: "d", subject: "Physics", language: "en", text: "light" }]);
  });
  afterAll(() => product.close());

  it.each<[string, string, unknown]>([
    ["POST", "/v1/search", { query: "light", scope: { paper: bad } }],
    ["POST", "/v1/search", { query: "light", scope: { session: [bad] } }],
    ["POST", "/v1/search", { query: "light", scope: { topic: bad } }],
    ["POST", "/v1/search", { query: "light", scope: { subject: bad } }],
    ["POST", "/v1/search", { query: "light", cursor: bad }],
    ["POST", "/v1/search", { query: "light", vector_model: bad, vector: [1, 0, 0, 0, 0, 0, 0, 0] }],
    ["POST", "/v1/search:batch", { searches: [{ query: "light", scope: { paper: bad } }] }],
    ["POST", "/v1/tokens", { scope_lock: { paper: bad } }],
    ["POST", "/v1/documents", { documents: [{ id: bad, text: "x" }] }],
    ["POST", "/v1/documents", { documents: [{ id: "e", text: "x", subject: bad }] }],
    ["POST", "/v1/documents", { documents: [{ id: "e", text: "x", options: { A: bad } }] }],
    ["PUT", "/v1/vocabulary", { entries: [{ field: "level", value: bad }] }],
    ["PUT", "/v1/vocabulary", { entries: [{ field: "level", value: "x", aliases: [bad] }] }],
    [
      "POST",
      "/v1/feedback",
      { feedback: [{ request_id: UUID, document_id: bad, position: 1, kind: "click" }] },
    ],
    ["GET", `/v1/documents/${encodeURIComponent(bad.toWellFormed())}`, undefined],
    ["DELETE", `/v1/documents/${encodeURIComponent(bad.toWellFormed())}`, undefined],
    ["GET", `/v1/documents?paper=${encodeURIComponent(bad.toWellFormed())}`, undefined],
    ["GET", `/v1/documents?after=${encodeURIComponent(bad.toWellFormed())}`, undefined],
    ["GET", `/v1/facets?topic=${encodeURIComponent(bad.toWellFormed())}`, undefined],
    ["POST", `/v1/models/${encodeURIComponent(bad.toWellFormed())}/activate`, {}],
  ])("%s %s %j is never a 5xx", async (method, path, body) => {
    const answer = await product.send(method, path, body === undefined ? {} : { body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
    expect((await product.search({ query: "light" })).hits).toHaveLength(1);
  });
});
