/**
 * Goal: each variant is the product with exactly its parts, over real SQL.
 * Method: a corpus whose topics repeat in every subject and level, so that what a gate does shows.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violations } from "#measures/scope-match.ts";
import type { Mode } from "#cerb/ablation/benchmark-case.ts";
import type { Systems } from "#cerb/systems/open-systems.ts";
import type { RunRecord } from "#cerb/systems/run-record.ts";
import { createRunner } from "#cerb/systems/run-variant.ts";
import { type VariantName, variants } from "#cerb/systems/variants.ts";
import { corpusFolder, openSmall, smallCase, smallCorpus } from "./small-benchmark.ts";

let systems: Systems;

beforeAll(async () => {
  systems = await openSmall(corpusFolder(smallCorpus()));
});

afterAll(async () => {
  await systems.close();
});

async function run(
  name: VariantName,
  item = smallCase({ id: "one" }),
  { mode = "as_given", strict = false }: { mode?: Mode; strict?: boolean } = {},
): Promise<RunRecord> {
  const variant = variants({ strict }).find((one) => one.name === name)!;
  const models = { get: async () => null };
  const { index, embedder } = systems;
  const runner = await createRunner(variant, { index, embedder, models });
  const record = await runner.run(item, mode);
  expect(record.error).toBeNull();
  return record;
}

const subjectsOf = ({ returned }: RunRecord) =>
  new Set(returned.map(({ id }) => systems.documents.get(id)!.subject));

const SCOPE = smallCase({ id: "one" }).labels.scope;
const leaking = ({ returned }: RunRecord) =>
  returned.filter(({ id }) => violations(systems.documents.get(id)!, SCOPE).length > 0);

describe("the variants", () => {
  it("A ranks by vectors alone, inside the gate", async () => {
    const record = await run("A");
    expect(record.returned).toHaveLength(8);
    expect(record.returned.every(({ ranks }) => ranks.lexical === null)).toBe(true);
    expect(record.returned.every(({ ranks }) => ranks.dense !== null)).toBe(true);
    expect(leaking(record)).toEqual([]);
  });

  it("B has no gate and leaks, and marks nothing", async () => {
    const record = await run("B");
    expect(leaking(record).length).toBeGreaterThan(0);
    expect(record.steps[0]).toMatchObject({ gate: {}, pool_size: 32 });
    expect(record.returned.every(({ leaks }) => leaks.length === 0)).toBe(true);
  });

  it("B+ keeps of B what is inside the gate and refills nothing, B+100 goes deeper", async () => {
    const [b, plus, deep] = [await run("B"), await run("B+"), await run("B+100")];
    const inside = b.returned.filter((one) => !leaking(b).includes(one)).map(({ id }) => id);
    expect(plus.returned.map(({ id }) => id)).toEqual(inside);
    expect(plus.returned.map(({ rank }) => rank)).toEqual(inside.map((_, index) => index + 1));
    expect(deep.returned.length).toBeGreaterThan(plus.returned.length);
    expect(leaking(deep)).toEqual([]);
  });

  it("C gates before, on subject, level and paper only", async () => {
    const item = smallCase({ id: "one", explicitScope: { year: [2015] } });
    const record = await run("C", item);
    expect(leaking(record)).toEqual([]);
    expect(Object.keys(record.steps[0]!.gate).toSorted()).toEqual(["level", "subject"]);
    expect(record.effective_scope).toMatchObject({ year: [2015] });
    const years = record.returned.map(({ id }) => systems.documents.get(id)!.year);
    expect(new Set(years).size).toBeGreaterThan(1);
  });

  it("F gates on every field of the scope", async () => {
    const item = smallCase({ id: "one", explicitScope: { year: [2015] } });
    const record = await run("F", item, { strict: true });
    const years = record.returned.map(({ id }) => systems.documents.get(id)!.year);
    expect(new Set(years)).toEqual(new Set([2015]));
  });

  it("A to E read one subject from the words, F reads all; a sent scope is kept whole", async () => {
    const both = smallCase({
      id: "both",
      query: "physics and chemistry: reaction rate",
      labels: {
        scope: { subject: ["physics", "chemistry"] },
        expected: { subject: ["physics", "chemistry"] },
        grades: new Map([["physics-college-3-mark_scheme", 1]]),
      },
    });
    expect(subjectsOf(await run("C", both))).toEqual(new Set(["Physics"]));
    expect(subjectsOf(await run("F", both))).toEqual(new Set(["Physics", "Chemistry"]));
    const oracle = await run("C", both, { mode: "oracle" });
    expect(subjectsOf(oracle)).toEqual(new Set(["Physics", "Chemistry"]));
  });

  it("E widens and marks every field that leaks, F without widening returns nothing", async () => {
    const item = smallCase({
      id: "none",
      query: "refraction of light",
      explicitScope: { level: ["College"], subject: ["Physics"], paper: ["7"] },
    });
    const widened = await run("E", item);
    expect(widened.steps.map(({ step }) => step)).toContain("W3");
    expect(widened.returned.length).toBeGreaterThan(0);
    expect(widened.returned.every(({ leaks }) => leaks.includes("paper"))).toBe(true);
    const strict = await run("F", item, { strict: true });
    expect(strict.returned).toEqual([]);
    expect(strict.steps).toHaveLength(1);
  });

  it("records an error instead of throwing", async () => {
    const [variant] = variants({ strict: false });
    const { index, embedder } = systems;
    const runner = await createRunner(variant!, {
      index,
      embedder,
      models: { get: async () => null },
    });
    const record = await runner.run(smallCase({ id: "bad", query: " \u200b " }), "as_given");
    expect(record).toMatchObject({ returned: [], error: { code: "empty_query" } });
  });

  it("sends the request's scope as the mode states", async () => {
    const item = smallCase({ id: "modes", explicitScope: { level: ["College"] } });
    const scopes = [];
    for (const mode of ["as_given", "oracle", "query_only"] as const) {
      scopes.push((await run("C", item, { mode })).explicit_scope);
    }
    expect(scopes).toEqual([{ level: ["College"] }, item.labels.scope, {}]);
  });
});
