/** The calls beside search, against the real product: every answer is the service's own. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, createClient, ScopewiseError } from "#edge/client/create-client.ts";
import { type Product, startProduct } from "../../support/product.ts";

const DOCUMENTS = ["O-Level", "A-Level"].flatMap((level) =>
  Array.from({ length: 3 }, (_, i) => ({
    id: `${level}/${i + 1} é?`,
    subject: i === 0 ? "Chemistry" : "Physics",
    level,
    language: "en",
    text: `A ray of light bends in glass number ${i + 1}.`,
  })),
);

describe("the client's calls beside search", () => {
  let product: Product;
  let client: Client;
  const connect = (key: string) =>
    createClient({
      baseUrl: "http://service",
      key,
      fetch: async (url, init) =>
        product.app.request(url.replace("http://service", ""), init as RequestInit),
    });
  beforeAll(async () => {
    product = await startProduct({
      extra: { tokenKeys: [{ kid: "only", secret: "s".repeat(43) }] },
    });
    client = connect(product.key);
    await client.addDocuments(DOCUMENTS);
  });
  afterAll(() => product.close());

  const failure = async (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => (error instanceof ScopewiseError ? error : null),
    );

  test("a batch gives each search its answer or its own error", async () => {
    const [found, wrong] = await client.searchBatch([
      { query: "ray of light" },
      { query: "ray", scope: { level: "Z-Level" } },
    ]);
    expect(found).toMatchObject({ outcome: "exact" });
    expect(wrong).toMatchObject({ error: { code: "unknown_scope_value", field: "scope.level" } });
  });

  test("a document is read by an id that needs escaping, listed by filter and deleted", async () => {
    const id = "O-Level/1 é?";
    expect(await client.getDocument(id)).toMatchObject({ id, level: "O-Level" });
    const listed: string[] = [];
    for await (const document of client.listDocuments({ level: "A-Level" })) {
      listed.push(document.id);
    }
    expect(listed).toEqual(["A-Level/1 é?", "A-Level/2 é?", "A-Level/3 é?"]);
    await client.deleteDocument(id);
    expect(await failure(client.getDocument(id))).toMatchObject({ code: "not_found", status: 404 });
  });

  test("a deletion by filter counts first and deletes when told so", async () => {
    const filter = { level: ["A-Level"], subject: "Chemistry" };
    const counted = await client.deleteDocuments(filter, { dryRun: true });
    expect(counted).toEqual({ matched: 1, deleted: 0, dry_run: true });
    const deleted = await client.deleteDocuments(filter);
    expect(deleted).toEqual({ matched: 1, deleted: 1, dry_run: false });
  });

  test("a deletion whose answer is lost is told as what it was", async () => {
    await client.addDocuments([{ id: "doomed", text: "Short-lived." }]);
    let lost = 0;
    const forgetful = createClient({
      baseUrl: "http://service",
      key: product.key,
      fetch: async (url, init) => {
        const path = url.replace("http://service", "");
        const response = await product.app.request(path, init as RequestInit);
        lost += 1;
        if (lost === 1) throw new TypeError("the answer is lost");
        return response;
      },
    });
    await forgetful.deleteDocument("doomed");
    expect(lost).toBe(2);
    expect(await failure(client.deleteDocument("doomed"))).toMatchObject({ code: "not_found" });
  });

  test("a value with a comma is refused before it could mean two values", async () => {
    const error = await failure(client.deleteDocuments({ subject: "Physics, applied" }));
    expect(error).toMatchObject({ code: "invalid_argument", field: "subject" });
  });

  test("facets count what is inside the filter", async () => {
    expect((await client.facets({ level: "O-Level" }))["subject"]).toEqual([
      { value: "Physics", documents: 2 },
    ]);
  });

  test("feedback on a hit is stored, and a wrong grade is named", async () => {
    const { request_id, hits } = await client.search({ query: "ray of light" });
    const hit = { request_id, document_id: hits[0]!.id, position: 1 };
    await client.sendFeedback([{ ...hit, kind: "grade", grade: 3 }]);
    const rows = await product.database.query<{ grade: number }>("SELECT grade FROM feedback", []);
    expect(rows).toEqual([{ grade: 3 }]);
    const wrong = { ...hit, kind: "grade", grade: 4 } as never;
    expect(await failure(client.sendFeedback([wrong]))).toMatchObject({ status: 400 });
  });

  test("models are listed, and one that was never published cannot be put in force", async () => {
    expect(await client.models()).toEqual({ current: null, models: [] });
    expect(await failure(client.activateModel("no/such"))).toMatchObject({ code: "not_found" });
  });

  test("a token reads inside its lock and nothing else", async () => {
    const { token } = await client.createToken({ scope_lock: { level: "A-Level" } });
    const app = connect(token);
    const { hits } = await app.search({ query: "O-Level ray of light" });
    expect(hits.every(({ level }) => level === "A-Level")).toBe(true);
    expect(await failure(app.deleteDocument("A-Level/2 é?"))).toMatchObject({ code: "forbidden" });
  });

  test("an answer of another form is an error, not data", async () => {
    const elsewhere = createClient({
      baseUrl: "http://elsewhere",
      key: "k",
      fetch: async () => new Response("[]"),
    });
    expect(await failure(elsewhere.facets())).toMatchObject({ code: "invalid_response" });
    expect(await failure(elsewhere.searchBatch([{ query: "x" }]))).toMatchObject({
      code: "invalid_response",
    });
  });
});
