/** Which of several runs of one case is kept. */
import { expect, it } from "vitest";
import { typicalRun } from "../../../cerb/ablation/run-all.ts";
import type { RunRecord } from "../../../cerb/systems/run-record.ts";

const run = (latency: number, error: RunRecord["error"] = null) =>
  ({ latency_ms: latency, error }) as RunRecord;

it("keeps the run of the median latency, whatever its place", () => {
  expect(typicalRun([run(90), run(10), run(12)]).latency_ms).toBe(12);
  expect(typicalRun([run(10), run(90), run(12)]).latency_ms).toBe(12);
});

it("keeps a run that failed: no failure is hidden by two that did not", () => {
  const failure = { code: "timeout", message: "too slow" };
  expect(typicalRun([run(1), run(5, failure), run(9)]).error).toEqual(failure);
});
