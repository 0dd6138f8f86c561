/** Goal: each violation of the gate names its field, how the case had it, and what was in force. */
import { describe, expect, it } from "vitest";
import type { EvaluatedCase } from "#cerb/ablation/evaluate-runs.ts";
import { listGateViolations } from "#cerb/ablation/list-violations.ts";
import { smallCase } from "../systems/small-benchmark.ts";

function evaluated(step: "gate" | "W2", explicit: object, fields: string[][]): EvaluatedCase {
  return {
    item: smallCase({ id: "one", named: ["subject"] }),
    record: { explicit_scope: explicit, steps: [{ step, gate: { subject: ["chemistry"] } }] },
    judged: {
      returned: fields.map((names) => ({ violations: names.map((field) => ({ field })) })),
    },
  } as unknown as EvaluatedCase;
}

describe("listGateViolations", () => {
  it("counts documents by field of the gate and leaves other fields out", () => {
    const found = listGateViolations([
      evaluated("gate", {}, [["subject", "year"], ["subject"], []]),
    ]);
    expect(found).toEqual([
      {
        caseId: "one",
        query: "high school physics refraction of light",
        field: "subject",
        documents: 2,
        expected: ["physics"],
        gated: ["chemistry"],
        origin: "named",
        widenedBy: null,
      },
    ]);
  });

  it("tells sent and implied fields apart, and widening from the gate", () => {
    const sent = listGateViolations([evaluated("W2", { level: ["high school"] }, [["level"]])]);
    expect(sent[0]).toMatchObject({ field: "level", origin: "sent", widenedBy: "W2", gated: [] });
    const [implied] = listGateViolations([evaluated("gate", {}, [["level"]])]);
    expect(implied).toMatchObject({ origin: "implied" });
  });
});
