/** The measurement of start-up: it counts what the script does, and says when a script cannot start. */
import { expect, it } from "vitest";
import { measureStartup } from "#edge/local/measure-startup.ts";
import { edgeSuite } from "#trainer/bench/edge-suite.ts";

const handler = "export default { fetch: () => new Response(null) };";
const work = (steps: number) =>
  `let x = 0; for (let i = 0; i < ${steps}; i++) x += i % 7;${handler}`;

it("counts the work of the script's top level", async () => {
  const light = await measureStartup(work(1), 1);
  const heavy = await measureStartup(work(3e7), 1);
  expect(heavy).toBeGreaterThan(light + 5);
});

it("a script that throws has no figure but an error", async () => {
  await expect(measureStartup(`throw new Error("no");${handler}`, 1)).rejects.toThrow(/workerd/);
});

it("bench edge reports size, start-up and work of the Worker as it is", async () => {
  const { json, tables } = await edgeSuite.run({
    smoke: true,
    seed: 42,
    dataset: null,
    log: () => undefined,
  });
  expect(json).toMatchObject({ repeats: 1 });
  expect(Number(json["startupMs"])).toBeGreaterThan(1);
  expect(Number(json["bundleKbGzip"])).toBeGreaterThan(20);
  expect(Number(json["bundleKbGzip"])).toBeLessThanOrEqual(300);
  expect(json["candidates"]).toBeGreaterThan(50);
  expect(json["candidates"]).toBeLessThanOrEqual(100);
  expect(Number(json["cpuMsP50"])).toBeGreaterThan(0);
  expect(Number(json["cpuMsP95"])).toBeGreaterThanOrEqual(Number(json["cpuMsP50"]));
  expect(tables[0]!.rows).toHaveLength(5);
});
