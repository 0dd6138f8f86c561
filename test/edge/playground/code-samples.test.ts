/** Goal: the samples can be pasted. Method: a shell and a module loader read them with doubles. */
import { execFileSync } from "node:child_process";
import { stripTypeScriptTypes } from "node:module";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toCurl, toTypeScript } from "#edge/playground/code-samples.ts";

const SEED = 42;
const ORIGIN = "http://127.0.0.1:8787";
const AWKWARD = [
  `it's "quoted" $HOME \`id\` $(id) \\ \n new line`,
  "'; touch /tmp/never; '",
  "é 😀 \u2028 </script>",
  "-d @/etc/passwd",
];

/** The arguments that curl would get. */
function shellArguments(sample: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${sample}`;
  const output = execFileSync("bash", ["--norc", "-c", script], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], SCOPEWISE_KEY: "the-key" },
  });
  return output.toString("utf8").split("\0").slice(0, -1);
}

test.each(AWKWARD)("the shell hands curl the request as it is: %j", (query) => {
  const request = { query, scope: { subject: [query] }, k: 8 };
  const given = shellArguments(toCurl(ORIGIN, request));
  expect(given).toEqual([
    "-s",
    `${ORIGIN}/v1/search`,
    "-H",
    "authorization: Bearer the-key",
    "-H",
    "content-type: application/json",
    "--data-raw",
    JSON.stringify(request),
  ]);
});

test(`any query survives the shell (seed ${SEED})`, () => {
  const query = fc.string({ unit: "binary", maxLength: 40 }).filter((text) => !/\0/.test(text));
  fc.assert(
    fc.property(query, (text) => {
      const body = shellArguments(toCurl(ORIGIN, { query: text })).at(-1) ?? "";
      expect(JSON.parse(body)).toEqual({ query: text });
    }),
    { seed: SEED, numRuns: 20 },
  );
});

test.each(AWKWARD)("the TypeScript sample searches for what was asked: %j", async (query) => {
  const request = { query, k: 3, relax: "none" } as const;
  const sample = toTypeScript(ORIGIN, request);
  const body = stripTypeScriptTypes(sample).replace(/^import .*$/m, "");
  const searched: unknown[] = [];
  const createClient = (options: unknown) => ({
    search: async (asked: unknown) => {
      searched.push(options, asked);
      return { hits: [] };
    },
  });
  const run = new Function("createClient", "process", `return (async () => {${body}})()`);
  await run(createClient, { env: { SCOPEWISE_KEY: "the-key" } });
  expect(searched).toEqual([{ baseUrl: ORIGIN, key: "the-key" }, request]);
});
