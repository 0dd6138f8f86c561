/** The order of widening, what holds it back, and what never widens. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decideRelaxation,
  isSparse,
  K_MIN,
  planRelaxation,
  RELAXATION_STEPS,
  type RelaxationRequest,
  relaxationReason,
  type StepResult,
} from "#core/relaxation/relax.ts";
import { SCOPE_FIELDS, type ScopeField } from "#core/scope/curriculum-scope.ts";

const SEED = 42;
const ALL = [...RELAXATION_STEPS];

function plan(fields: readonly ScopeField[], overrides: Partial<RelaxationRequest> = {}) {
  const gate = Object.fromEntries(fields.map((field) => [field, ["x"]]));
  return planRelaxation({ gate, locked: [], strict: [], allowed: ALL, ...overrides });
}

const result = (poolSize: number, hits: number, onTopicHits: number): StepResult => ({
  poolSize,
  hits,
  onTopicHits,
});

describe("plan", () => {
  test("W1, W2, W3 in this order, each wider than the one before", () => {
    const { steps, blocked } = plan(["subject", "level", "year", "session", "topic"]);
    expect(steps.map(({ step, dropped }) => [step, dropped])).toEqual([
      ["W1", ["topic"]],
      ["W2", ["level", "year", "session"]],
      ["W3", ["subject"]],
    ]);
    expect(steps.map(({ gate }) => Object.keys(gate))).toEqual([
      ["subject", "level", "year", "session"],
      ["subject"],
      [],
    ]);
    expect(steps.map(({ isLexicalOnly }) => isLexicalOnly)).toEqual([false, false, true]);
    expect(blocked).toEqual([]);
  });

  test("a step that would change nothing is no step", () => {
    expect(plan(["subject"]).steps.map(({ step }) => step)).toEqual(["W3"]);
    expect(plan([]).steps).toEqual([]);
  });

  test("a strict key stays a condition of every later step", () => {
    const { steps, blocked } = plan(["subject", "level"], { strict: ["level"] });
    expect(steps.map(({ step, dropped, gate }) => [step, dropped, gate])).toEqual([
      ["W3", ["subject"], { level: ["x"] }],
    ]);
    expect(blocked).toEqual([
      { step: "W2", reason: "strict_key", fields: ["level"] },
      { step: "W3", reason: "strict_key", fields: ["level"] },
    ]);
  });

  test("a strict key blocks its own field only", () => {
    const { steps } = plan(["level", "year"], { strict: ["level"] });
    expect(steps.map(({ step, dropped }) => [step, dropped])).toEqual([["W2", ["year"]]]);
  });

  test("a lock blocks like a strict key and says that it is one", () => {
    const { steps, blocked } = plan(["subject", "content_type"], {
      locked: ["content_type"],
      strict: ["content_type"],
    });
    expect(steps.at(-1)!.gate).toEqual({ content_type: ["x"] });
    expect(blocked).toEqual([{ step: "W3", reason: "locked", fields: ["content_type"] }]);
  });

  test("what was not asked for does not run, and is named", () => {
    const { steps, blocked } = plan(["subject", "level", "topic"], { allowed: ["W1", "W2"] });
    expect(steps.map(({ step }) => step)).toEqual(["W1", "W2"]);
    expect(blocked).toEqual([{ step: "W3", reason: "not_requested", fields: ["subject"] }]);
  });

  test("for every request: no strict or locked field is dropped, gates only widen", () => {
    const fields = fc.subarray([...SCOPE_FIELDS]);
    fc.assert(
      fc.property(fields, fields, fields, fc.subarray(ALL), (gated, strict, locked, allowed) => {
        const { steps, blocked } = plan(gated, { strict, locked, allowed });
        let previous: readonly string[] = gated;
        for (const { step, dropped, gate } of steps) {
          expect(allowed).toContain(step);
          expect(dropped.length).toBeGreaterThan(0);
          for (const field of dropped) expect([...strict, ...locked]).not.toContain(field);
          expect(Object.keys(gate).toSorted()).toEqual(
            previous.filter((field) => !dropped.includes(field as ScopeField)).toSorted(),
          );
          previous = Object.keys(gate);
        }
        for (const { step, reason } of blocked) {
          expect(reason === "not_requested").toBe(!allowed.includes(step));
        }
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });
});

describe("sparse corpus or topic miss", () => {
  test.each([
    [result(40, 8, 8), null, false],
    [result(40, 8, K_MIN), null, false],
    [result(40, 8, K_MIN - 1), null, true],
    [result(2, 2, 2), null, true],
    [result(40, 8, 1), null, true],
    [result(40, 8, 0), "topic_miss", false],
    [result(40, 0, 0), "no_match", false],
    [result(0, 0, 0), "empty_pool", false],
  ] as const)("%j", (given, reason, sparse) => {
    expect(relaxationReason(given)).toBe(reason);
    expect(isSparse(given, 8)).toBe(sparse);
  });

  test("asking for fewer hits than K_MIN and getting them is not sparse", () => {
    expect(isSparse(result(40, 1, 1), 1)).toBe(false);
  });
});

describe("decision", () => {
  const steps = plan(["subject", "level", "topic"]);

  test("a result that stands ends the search, whatever the later ones hold", () => {
    const decided = decideRelaxation(steps, [result(9, 8, 8), result(99, 8, 8)], 8);
    expect(decided).toEqual({ answeredBy: 0, trace: [], outcome: "exact", unmet: null });
  });

  test("two documents on the topic are sparse, and nothing is widened", () => {
    const decided = decideRelaxation(steps, [result(2, 2, 2), result(900, 8, 8)], 5);
    expect(decided).toMatchObject({ answeredBy: 0, trace: [], outcome: "sparse" });
  });

  test("the first step that finds the topic answers; all steps before it are told", () => {
    const results = [result(0, 0, 0), result(1, 1, 0), result(1, 1, 0), result(2, 1, 1)];
    const { answeredBy, trace, outcome, unmet } = decideRelaxation(steps, results, 5);
    expect([answeredBy, outcome, unmet]).toEqual([3, "relaxed", null]);
    expect(
      trace.map(({ step, reason, poolBefore, poolAfter }) => [
        step.step,
        reason,
        poolBefore,
        poolAfter,
      ]),
    ).toEqual([
      ["W1", "empty_pool", 0, 1],
      ["W2", "topic_miss", 1, 1],
      ["W3", "topic_miss", 1, 2],
    ]);
  });

  test("where no step finds the topic, the narrowest hits stand and the reason stays", () => {
    const off = result(5, 5, 0);
    expect(decideRelaxation(steps, [off, off, off, off], 5)).toMatchObject({
      answeredBy: 0,
      outcome: "exact",
      unmet: "topic_miss",
    });
    const none = result(0, 0, 0);
    expect(decideRelaxation(steps, [none, none, none, none], 5)).toMatchObject({
      answeredBy: 0,
      outcome: "empty",
      unmet: "empty_pool",
    });
    expect(decideRelaxation(steps, [none, result(3, 3, 0), none, none], 5)).toMatchObject({
      answeredBy: 1,
      outcome: "relaxed",
    });
  });

  test("without an allowed step the unrelaxed result stands", () => {
    const blocked = plan(["subject", "level"], { allowed: [] });
    expect(decideRelaxation(blocked, [result(0, 0, 0)], 5)).toEqual({
      answeredBy: 0,
      trace: [],
      outcome: "empty",
      unmet: "empty_pool",
    });
  });
});
