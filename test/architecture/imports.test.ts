/**
 * Goal: imports point one way (trainer → cerb → edge → core) and core stays pure.
 * Method: read every import of every source file and compare folder with target.
 */
import { describe, expect, it } from "vitest";
import { crossings, readImports, type SourceImport } from "./read-imports.ts";

const imports = readImports();

describe("imports", () => {
  it("are found at all", () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  it("never cross a border of the architecture", () => {
    expect(crossings(imports)).toEqual([]);
  });

  it("of the core name nothing outside the core", () => {
    const foreign = imports.filter(
      ({ file, target }) => file.startsWith("edge/core/") && !target.startsWith("edge/core/"),
    );
    expect(foreign).toEqual([]);
  });

  it.each<[string, SourceImport]>([
    ["core uses the store", { file: "edge/core/a.ts", target: "edge/store/postgres.ts" }],
    ["core uses a package", { file: "edge/core/a.ts", target: "zod" }],
    [
      "the reading of scope weighs it",
      { file: "edge/core/scope/read/a.ts", target: "edge/core/scope/weigh/b.ts" },
    ],
    ["edge uses the benchmark", { file: "edge/routes/a.ts", target: "cerb/measures/ndcg.ts" }],
    ["edge imports the trainer", { file: "edge/local/a.ts", target: "trainer/main.ts" }],
    ["the benchmark uses the trainer", { file: "cerb/main.ts", target: "trainer/train.ts" }],
    ["the product uses a test", { file: "edge/app.ts", target: "test/run.ts" }],
    ["the Worker uses Node", { file: "edge/store/a.ts", target: "node:fs" }],
    ["a route uses the driver", { file: "edge/routes/a.ts", target: "@neondatabase/serverless" }],
    ["the Worker uses local code", { file: "edge/app.ts", target: "edge/local/stack.ts" }],
  ])("canary: is caught when %s", (_, crossing) => {
    expect(crossings([crossing])).toHaveLength(1);
  });
});
