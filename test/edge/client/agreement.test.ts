/** The client and the service agree: types by compiling, paths by the OpenAPI description. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createApp } from "#edge/app.ts";
import { type Client, createClientOver } from "#edge/client/create-client.ts";
import type { Dependencies } from "#edge/ports.ts";

const PROJECT = new URL("../../../", import.meta.url).pathname;
const HERE = join(PROJECT, "test/edge/client");

async function compile(config: string): Promise<{ ok: boolean; output: string }> {
  const tsc = join(PROJECT, "node_modules/.bin/tsc");
  try {
    const { stdout } = await promisify(execFile)(tsc, ["-p", config], { cwd: PROJECT });
    return { ok: true, output: stdout };
  } catch (error) {
    return { ok: false, output: (error as { stdout?: string }).stdout ?? String(error) };
  }
}

async function compileFile(file: string): Promise<{ ok: boolean; output: string }> {
  const folder = await mkdtemp(join(PROJECT, "node_modules/.client-types-"));
  try {
    const config = {
      extends: join(PROJECT, "tsconfig.base.json"),
      compilerOptions: { lib: ["ES2024"], types: ["node"] },
      files: [file],
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
    return await compile(join(folder, "tsconfig.json"));
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("the client's types are those of the service's schemas", async () => {
  expect(await compileFile(join(HERE, "type-agreement.ts"))).toEqual({ ok: true, output: "" });
});

test("a caller's code compiles under strict with nothing but DOM types", async () => {
  const result = await compile(join(HERE, "sample/tsconfig.json"));
  expect(result).toEqual({ ok: true, output: "" });
});

test("canary: a caller who misspells a field is told by the compiler", async () => {
  const folder = await mkdtemp(join(PROJECT, "node_modules/.client-canary-"));
  try {
    const file = join(folder, "caller.ts");
    const client = join(PROJECT, "edge/client/create-client.ts");
    const source = `import { createClient } from ${JSON.stringify(client)};
      const client = createClient({ baseUrl: "http://x", key: "k" });
      export const answer = client.search({ query: "x", scope: { lvel: "A-Level" } });`;
    await writeFile(file, source);
    const { ok, output } = await compileFile(file);
    expect(ok).toBe(false);
    expect(output).toContain("lvel");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("every call of the client is a route of the OpenAPI description", async () => {
  const app = createApp(() => ({ database: {} }) as unknown as Dependencies);
  const description = (await (await app.request("/openapi.json")).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const called: string[] = [];
  const client = createClientOver({
    baseUrl: "http://service",
    key: "k",
    timeoutMs: 1000,
    attemptsMax: 1,
    wait: async () => undefined,
    random: Math.random,
    fetch: async (url, { method }) => {
      called.push(`${method} ${url.replace("http://service", "").replace(/\?.*/, "")}`);
      const body = { status: url.endsWith("/healthz") ? "ok" : "ready", hits: [], results: [{}] };
      return { status: 200, headers: { get: () => null }, text: async () => JSON.stringify(body) };
    },
  });
  const calls: Record<keyof Client, () => Promise<unknown>> = {
    search: () => client.search({ query: "x" }),
    searchPages: () => client.searchPages({ query: "x" }).next(),
    searchBatch: () => client.searchBatch([{ query: "x" }]),
    addDocuments: () => client.addDocuments([{ id: "a", text: "t" }]),
    getDocument: () => client.getDocument("{id}"),
    listDocuments: () => client.listDocuments({ level: "A" }).next(),
    deleteDocument: () => client.deleteDocument("{id}"),
    deleteDocuments: () => client.deleteDocuments({ level: "A" }),
    facets: () => client.facets(),
    sendFeedback: () => client.sendFeedback([]),
    models: () => client.models(),
    activateModel: () => client.activateModel("{version}"),
    createToken: () => client.createToken({ scope_lock: {} }),
    health: () => client.health(),
    ready: () => client.ready(),
  };
  expect(Object.keys(calls).toSorted()).toEqual(Object.keys(client).toSorted());
  // The double answers every call with the same body; what a call thinks of it is not the question.
  for (const call of Object.values(calls)) await call().catch(() => undefined);
  expect(called).toHaveLength(Object.keys(calls).length);
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described).toEqual(expect.arrayContaining(called.map(decodeURIComponent)));
});
