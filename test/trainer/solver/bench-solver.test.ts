/** The solver suite at smoke size: every row of the contract is there, and everything is proved. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { benchPage } from "#trainer/bench/bench-page.ts";
import { whyAbsent } from "#trainer/bench/liblinear.ts";
import { median } from "#trainer/bench/measure.ts";
import type { SolverRow } from "#trainer/bench/solver-rows.ts";
import { solverSuite } from "#trainer/bench/solver-suite.ts";

const PROBLEMS = [
  "3600x17",
  "3600x17-raw",
  "20000x17",
  "100000x17",
  "terms",
  "batch-220",
  "batch-2200",
];

test("the smoke run has every row, proves every optimum and says what it skipped", async () => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const report = await solverSuite.run({ smoke: true, seed: 42, dataset: null, log });
  const rows = report.json["rows"] as SolverRow[];
  const ours = rows.filter(({ method }) => !method.startsWith("liblinear"));
  expect(ours.map(({ problem }) => problem)).toEqual(expect.arrayContaining(PROBLEMS));
  for (const row of ours) {
    expect(Object.keys(row.statuses)).toEqual(["optimal"]);
    expect(row.statuses["optimal"]).toBe(row.problems);
    expect(row.gapRelMax).toBeLessThanOrEqual(1e-9);
    expect(row.msMedian).toBeGreaterThan(0);
  }
  const absent = whyAbsent("liblinear");
  if (absent === null) expect(rows.some(({ method }) => method === "liblinear")).toBe(true);
  else expect(lines).toContain(`SKIPPED ${absent}`);
  const page = benchPage("solver", report);
  expect(page).toContain("<svg");
  expect(page).not.toMatch(/(src|href)=/);
});

test("the median of an even and an odd count", () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
});

test("bad arguments exit with 2 and the usage", () => {
  const main = new URL("../../../trainer/bench/main.ts", import.meta.url).pathname;
  for (const [args, message] of [
    [["nothing", "--out", "x"], "unknown suite nothing"],
    [["solver"], "--out DIR is missing"],
    [["solver", "--out", "x", "--seed", "-1"], "seed"],
    [["solver", "--out", "x", "--wrong"], "wrong"],
  ] as const) {
    const done = spawnSync(process.execPath, [main, ...args], { encoding: "utf8" });
    expect(done.status).toBe(2);
    expect(done.stderr).toContain(message);
    expect(done.stderr).toContain("usage: npm run bench");
  }
});
