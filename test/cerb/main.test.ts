/**
 * Goal: the command as a user runs it: result files and exit codes 0 and 2.
 * Method: the real process on a corpus of a few rows, in memory, without a model.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { corpusFolder, smallCorpus, type SmallRow } from "./systems/small-benchmark.ts";

const newFolder = () => mkdtempSync(join(tmpdir(), "cerb-main-"));

function cerb(...args: string[]) {
  const command = ["cerb/main.ts", ...args, "--cache", "none"];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" });
  return { status, stdout, stderr };
}

/** Without vectors: the shipped model has another size than those of the small corpus. */
function corpus(...extra: object[]): string {
  const rows = smallCorpus().map((row) => ({ ...row, embedding: null }));
  return corpusFolder([...rows, ...extra] as SmallRow[]);
}

function caseFile(change: object = {}): string {
  const item = {
    id: "one",
    query: "refraction of light high school physics",
    language: "en",
    slice: "structured",
    task_type: "exact_retrieval",
    explicit_scope: {},
    scope: { subject: ["Physics"], level: ["High school"] },
    named_in_query: ["subject", "level"],
    expected_evidence_types: ["structured_question"],
    expected: {
      subject: "Physics",
      level: "High school",
      year: null,
      session: null,
      paper: null,
      content_type: null,
      question_number: null,
    },
    ambiguity: { kind: "none", fields: [] },
    relevant: [{ id: "physics-high-school-0-structured_question", grade: 2 }],
    notes: "",
    ...change,
  };
  const file = join(newFolder(), "cases.jsonl");
  writeFileSync(file, `${JSON.stringify(item)}\n`);
  return file;
}

describe("npm run cerb", () => {
  it("ablates and writes its files, exit 0", () => {
    const out = newFolder();
    const args = ["--corpus", corpus(), "--cases", caseFile(), "--out", out, "--strict"];
    const { status, stdout, stderr } = cerb("ablation", ...args);
    expect(stderr).not.toMatch(/Error/);
    expect(status).toBe(0);
    expect(readdirSync(out).toSorted()).toEqual([
      "ablation.json",
      "ablation.md",
      "report.html",
      "runs.jsonl",
      "violations.json",
    ]);
    const result = JSON.parse(readFileSync(join(out, "ablation.json"), "utf8"));
    expect(result).toMatchObject({ cases: 1, mode: "as_given", errors: 0 });
    expect(Object.keys(result.variants)).toEqual(["A", "B", "B+", "B+100", "C", "D", "E", "F"]);
    expect(result.variants.F.overall).toMatchObject({ gateLeakage: 0, essPlus: 1 });
    expect(stdout).toMatch(/\| F \|/);
    expect(stdout).toMatch(/peak memory \d+ MB/);
  });

  it("keeps the good rows of a bad corpus, names line and field, exit 2", () => {
    const out = newFolder();
    const path = corpus({ id: "bad", text: "x", lvel: "typo" });
    const { status, stdout } = cerb("audit", "--corpus", path, "--out", out);
    expect(status).toBe(2);
    expect(stdout).toContain(`${path}:33: lvel: is no field of a row`);
    const audit = JSON.parse(readFileSync(join(out, "audit.json"), "utf8"));
    expect(audit).toMatchObject({ rows: 32, defects: { refusedRows: 1 } });
  });

  it.each<[string, string[], RegExp]>([
    ["a missing corpus", ["audit", "--corpus", "/no/such.jsonl"], /such\.jsonl: no such file/],
    ["an unknown command", ["ablate"], /unknown command ablate/],
    [
      "cases with a document that is nowhere",
      [
        "scope",
        "--corpus",
        corpus(),
        "--cases",
        caseFile({ relevant: [{ id: "gone", grade: 2 }] }),
      ],
      /cases\.jsonl:1: relevant\.0\.id: "gone" is in no given corpus/,
    ],
    [
      "a case file with a fault",
      ["judge", "--corpus", corpus(), "--cases", caseFile({ slice: "essay" })],
      /cases\.jsonl:1: slice/,
    ],
  ])("refuses %s with exit 2", (_, args, message) => {
    const { status, stderr } = cerb(...args, "--out", newFolder());
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });
});
