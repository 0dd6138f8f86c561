/** Goal: cases whose documents are missing are skipped or refused, never run silently. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBenchmark } from "#cerb/ablation/read-benchmark.ts";
import { CASES_FILE, loadCases } from "#cerb/cases/load-cases.ts";
import { parseCommand } from "#cerb/command-line.ts";
import { fileURLToPath } from "node:url";

const PATH = fileURLToPath(CASES_FILE);
const OPTIONS = { path: PATH, split: "test", language: "en" };
const ALL = ["openstax-physics", "dnb-fr", "mmlu", "exams", "gaokao"];

describe("readBenchmark", () => {
  it("reads the shipped cases with the lists beside them", async () => {
    const options = { ...OPTIONS, corpora: ALL, hasDocument: () => true };
    const { cases, subsets, skipped } = await readBenchmark(options);
    expect(cases).toHaveLength(126);
    expect([...subsets].map(([name, ids]) => [name, ids.length])).toEqual([
      ["tuning", 63],
      ["measured", 63],
      ["pilot", 61],
    ]);
    expect(skipped).toEqual([]);
  });

  it("leaves out cases whose documents are in a corpus that was not given", async () => {
    const hasDocument = (id: string) => id.startsWith("dnb_");
    const { cases, skipped } = await readBenchmark({
      ...OPTIONS,
      corpora: ["dnb-fr"],
      hasDocument,
    });
    expect(cases.length + skipped.length).toBe(126);
    const relevant = cases.flatMap(({ labels }) => [...labels.grades.keys()]);
    expect(relevant.every(hasDocument)).toBe(true);
  });

  it("refuses a case whose document is missing although its corpora are given", async () => {
    const options = { ...OPTIONS, corpora: ALL, hasDocument: () => false };
    await expect(readBenchmark(options)).rejects.toThrow(/cases\.jsonl:\d+: relevant\.0\.id: /);
  });

  it("names line and field of a broken case file", async () => {
    const [first] = await loadCases();
    const file = join(mkdtempSync(join(tmpdir(), "cerb-cases-")), "cases.jsonl");
    writeFileSync(file, `${JSON.stringify({ ...first, slice: "none" })}\n`);
    const options = { ...OPTIONS, path: file, corpora: ALL, hasDocument: () => true };
    await expect(readBenchmark(options)).rejects.toThrow(/cases\.jsonl:1.*slice/);
  });
});

describe("parseCommand", () => {
  it("takes several corpora after one option, and the shipped ones without", () => {
    const { corpora } = parseCommand(["ablation", "--corpus", "a", "b", "--mode", "oracle"]);
    expect(corpora).toEqual(["a", "b"]);
    expect(parseCommand(["audit"]).corpora).toHaveLength(5);
  });

  it.each<[string, string[], RegExp]>([
    ["no command", [], /no command[\s\S]*usage/],
    ["an unknown command", ["run"], /unknown command run/],
    ["an unknown mode", ["ablation", "--mode", "x"], /--mode: "x" is none of as_given/],
    ["an unknown option", ["ablation", "--corpse", "x"], /--corpse/],
    ["a seed that is no number", ["ablation", "--seed", "x"], /--seed/],
  ])("refuses %s", (_, args, message) => {
    expect(() => parseCommand(args)).toThrow(message);
  });
});
