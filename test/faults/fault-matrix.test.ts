/** The whole fault matrix; each check of it once against a spoiled answer. */
import { beforeAll, describe, expect, it } from "vitest";
import {
  type Answer,
  type FaultReport,
  FAULTS,
  isRight,
  ROUTES,
  runFaultMatrix,
} from "./fault-matrix.ts";

const answer = (status: number, body: object, headers: Record<string, string> = {}): Answer => ({
  status,
  body,
  headers: new Headers(headers),
});
const refusal = (code: string) => ({ error: { code } });
const faultOf = (name: string) => FAULTS.find((fault) => fault.name === name)!;

describe("faults", () => {
  let report: FaultReport;
  beforeAll(async () => {
    report = await runFaultMatrix(FAULTS, 42);
  }, 600_000);

  it("each meet each route, and every answer is what the fault allows", () => {
    expect(report.cells).toHaveLength(FAULTS.length * ROUTES.length);
    expect(report.cells.filter(({ ok }) => !ok)).toEqual([]);
  });

  it("lose no acknowledged document, show no other tenant, leave no lock", () => {
    const { acknowledgedLost, crossTenantReads, scopeViolations } = report;
    expect({ acknowledgedLost, crossTenantReads, scopeViolations }).toEqual({
      acknowledgedLost: 0,
      crossTenantReads: 0,
      scopeViolations: 0,
    });
  });

  it("are really met: those that stay change outcomes", () => {
    const outcomes = (fault: string) =>
      report.cells
        .filter((cell) => cell.fault === fault)
        .map(({ route, outcome }) => `${route} ${outcome}`)
        .toSorted();
    for (const { name, database, mood } of FAULTS) {
      if (
        mood !== undefined ||
        (database !== undefined && database.kind !== "slow" && database.times > 1)
      ) {
        expect(outcomes(name), name).not.toEqual(outcomes("none"));
      }
    }
  });

  it.each([
    ["none", "usage", answer(503, refusal("upstream_unavailable"), { "retry-after": "1" })],
    ["database_refused_once", "search", answer(503, refusal("upstream_unavailable"))],
    ["database_refused", "search", answer(200, { hits: [] })],
    ["database_refused", "search", answer(500, refusal("internal"))],
    ["database_refused", "search", answer(503, refusal("upstream_unavailable"))],
    ["store_throws", "search", answer(200, { degraded: [], cache: "miss" })],
    ["store_throws", "models", answer(500, refusal("internal"))],
    ["embedder_throws", "add_documents", answer(200, { results: [] })],
  ])("canary: under %s, %s may not answer so", (fault, route, spoiled) => {
    expect(isRight(faultOf(fault), route, spoiled)).toBe(false);
  });
});
