/**
 * Goal: a whole ablation is deterministic, can be resumed, and its report is one page without network.
 * Method: a corpus that fits on a page, run twice, and once more after a torn end.
 */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Benchmark } from "#cerb/ablation/read-benchmark.ts";
import { type Ablation, runAblation } from "#cerb/ablation/run-ablation.ts";
import { runAudit } from "#cerb/audit/run-audit.ts";
import { ablationReport } from "#cerb/report/ablation-report.ts";
import { markdownTables } from "#cerb/report/markdown.ts";
import type { Systems } from "#cerb/systems/open-systems.ts";
import { type RunRecord, withoutTimes } from "#cerb/systems/run-record.ts";
import {
  corpusFolder,
  MODEL,
  openSmall,
  SILENT,
  smallCase,
  smallCorpus,
} from "../systems/small-benchmark.ts";

let systems: Systems;

beforeAll(async () => {
  systems = await openSmall(corpusFolder(smallCorpus()));
});

afterAll(async () => {
  await systems.close();
});

const BENCHMARK: Benchmark = {
  cases: [
    smallCase({ id: "a-1" }),
    smallCase({ id: "a-2", query: "college physics <b>electric</b> current", slice: "mcq" }),
    smallCase({ id: "a-3", query: "acid and base", slice: "mcq", isConflicting: true }),
  ],
  subsets: new Map([["measured", ["a-3"]]]),
  sha256: "0".repeat(64),
  skipped: [],
};

async function ablate(outFolder: string): Promise<Ablation> {
  return await runAblation({
    systems,
    benchmark: BENCHMARK,
    embeddingModel: MODEL,
    mode: "as_given",
    strict: false,
    outFolder,
    modelFile: null,
    seed: 42,
    progress: SILENT,
  });
}

const newFolder = () => mkdtempSync(join(tmpdir(), "cerb-out-"));

function recordsIn(folder: string): RunRecord[] {
  const lines = readFileSync(join(folder, "runs.jsonl"), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as RunRecord);
}

function timeless(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part: unknown) => (/seconds|latency/.test(key) ? 0 : part)),
  );
}

describe("runAblation", () => {
  it("gives the same result and the same records twice, times apart", async () => {
    const folders = [newFolder(), newFolder()] as const;
    const first = await ablate(folders[0]);
    const second = await ablate(folders[1]);
    expect(timeless(first.result)).toEqual(timeless(second.result));
    const [one, two] = folders.map((folder) => recordsIn(folder).map(withoutTimes));
    expect(one).toEqual(two);
    expect(one).toHaveLength(3 * 8);
    expect(first.result).toMatchObject({ cases: 3, errors: 0, mode: "as_given" });
  });

  it("goes on after the last whole line of a run that was interrupted", async () => {
    const folder = newFolder();
    await ablate(folder);
    const lines = readFileSync(join(folder, "runs.jsonl"), "utf8").trimEnd().split("\n");
    const whole = recordsIn(folder).map(withoutTimes);
    const marked = lines
      .slice(0, 5)
      .map((line) => line.replace(/"latency_ms":[\d.]+/, '"latency_ms":700007'));
    // What an interrupted run leaves: its identity, whole lines, and half a line.
    const identity = await identityOf(folder);
    writeFileSync(join(folder, "runs.unfinished"), identity);
    writeFileSync(join(folder, "runs.jsonl"), `${marked.join("\n")}\n${lines[5]!.slice(0, 20)}`);
    await ablate(folder);
    const resumed = recordsIn(folder);
    expect(resumed.map(withoutTimes)).toEqual(whole);
    expect(resumed.filter(({ latency_ms: ms }) => ms === 700_007)).toHaveLength(5);
  });

  it("writes a page that needs nothing else, with every text escaped", async () => {
    const done = await ablate(newFolder());
    const page = ablationReport({
      ...done,
      audit: await runAudit(systems),
      measuredIds: new Set(["a-3"]),
      textOf: () => "<script>alert(1)</script>",
    });
    expect(page).not.toMatch(/https?:|src=|<script|@import|url\(/);
    expect(page).toContain("&lt;b&gt;electric&lt;/b&gt;");
    expect(page).toContain("<svg");
    expect(page.indexOf("a-3")).toBeGreaterThan(page.indexOf("cases that are only measured"));
    const tables = markdownTables(done.result);
    expect(tables.split("\n").filter((line) => line.startsWith("| F |"))).toHaveLength(1);
  });
});

/** The identity that a run writes while it is under way. */
async function identityOf(folder: string): Promise<string> {
  let identity = "";
  const progress = {
    ...SILENT,
    bar: () => () => {
      identity = readFileSync(join(folder, "runs.unfinished"), "utf8");
    },
  };
  await runAblation({
    systems,
    benchmark: BENCHMARK,
    embeddingModel: MODEL,
    mode: "as_given",
    strict: false,
    outFolder: folder,
    modelFile: null,
    seed: 42,
    progress,
  });
  return identity;
}
