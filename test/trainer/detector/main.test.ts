/** The command: bad options and files end with exit code 2 and one line that says which. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const QUERIES = "test/golden/scope/queries.jsonl";
const VALUES = "test/golden/scope/corpus-values.json";
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "scopewise-detector-"));
  writeFileSync(join(folder, "list.json"), "[1]");
  writeFileSync(join(folder, "years.json"), '{"a": {"values": {}, "years": [2010]}}');
  writeFileSync(join(folder, "empty.jsonl"), "\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each<[string[], RegExp]>([
  [[], /^--queries is needed$/],
  [["--queries", QUERIES], /^--values is needed$/],
  [["--what"], /--what/],
  [["--queries", "none.jsonl", "--values", VALUES], /^--queries: none\.jsonl cannot be read$/],
  [["--queries", QUERIES, "--values", QUERIES], /^--values: .* is no JSON$/],
  [["--queries", QUERIES, "--values", "list.json"], /^--values: .*list\.json: /],
  [["--queries", QUERIES, "--values", "years.json"], /^--values: .*years\.json: a\.years/],
  [["--queries", "empty.jsonl", "--values", VALUES], /^queries of at least two sets are needed/],
])("%j is refused", (given, message) => {
  const own = ["list.json", "years.json", "empty.jsonl"];
  const args = given.map((one) => (own.includes(one) ? join(folder, one) : one));
  const out = join(folder, "out.json");
  const run = spawnSync("node", ["trainer/detector/main.ts", ...args, "--out", out], {
    encoding: "utf8",
  });
  expect(run.status, run.stderr).toBe(2);
  expect(run.stderr.trim()).toMatch(message);
  expect(run.stderr.trim().split("\n")).toHaveLength(1);
});
