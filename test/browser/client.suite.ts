/** The typed client against the real service, from Node; in the browser the page itself uses it. */
import { expect, test } from "vitest";
import { createClient, ScopewiseError } from "#edge/client/create-client.ts";
import { CORPUS } from "./corpus.ts";
import { world } from "./world.ts";

const connect = () => createClient({ baseUrl: world.site.url, key: world.site.key });

test("the service is up, and documents that it has are unchanged", async () => {
  const client = connect();
  expect([await client.health(), await client.ready()]).toEqual([
    { status: "ok" },
    { status: "ready" },
  ]);
  const { results } = await client.addDocuments(CORPUS);
  expect(results.map(({ id, status }) => [id, status])).toEqual(
    CORPUS.map(({ id }) => [id, "unchanged"]),
  );
});

test("pages are disjoint and join to the list that one call gives", async () => {
  const client = connect();
  const request = { query: "light glass refraction" };
  const whole = await client.search({ ...request, k: 100 });
  const pages: string[][] = [];
  for await (const { hits } of client.searchPages({ ...request, k: 2 })) {
    pages.push(hits.map(({ id }) => id));
  }
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.flat()).toEqual(whole.hits.map(({ id }) => id));
});

test("what the service refuses is a typed error with its request id", async () => {
  const error = await connect()
    .search({ query: "light", scope: { level: "Hihg school" } })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ScopewiseError);
  expect(error).toMatchObject({
    code: "unknown_scope_value",
    status: 422,
    field: "scope.level",
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});
