/** Goal: queries and judgments of a BEIR folder become cases; faults name the line. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isBeirFolder, readBeirCases } from "#cerb/formats/beir-cases.ts";

const OPTIONS = { split: "test", language: "en" };

function beirFolder(
  qrels: string,
  queries = '{"_id":"q2","text":"two"}\n{"_id":"q1","text":"one"}\n',
) {
  const folder = mkdtempSync(join(tmpdir(), "cerb-beir-"));
  mkdirSync(join(folder, "qrels"));
  writeFileSync(join(folder, "qrels", "test.tsv"), qrels);
  writeFileSync(join(folder, "queries.jsonl"), queries);
  return folder;
}

describe("readBeirCases", () => {
  it("gives judged queries in order of id, with grades and without any scope", async () => {
    const qrels = "query-id\tcorpus-id\tscore\nq2\td1\t2\nq1\td1\t1\nq1\td2\t0\nq9\td1\t1\n";
    const folder = beirFolder(qrels);
    expect(await isBeirFolder(folder)).toBe(true);
    const cases = await readBeirCases(folder, OPTIONS);
    expect(cases.map(({ id, query }) => [id, query])).toEqual([
      ["q1", "one"],
      ["q2", "two"],
    ]);
    expect([...cases[0]!.labels.grades]).toEqual([
      ["d1", 1],
      ["d2", 0],
    ]);
    expect(cases[0]!.labels.scope).toEqual({});
  });

  it("names a bad judgment by line, an unknown split by what there is", async () => {
    await expect(readBeirCases(beirFolder("h\nq1\td1\tmuch\n"), OPTIONS)).rejects.toThrow(
      /:2: score/,
    );
    const folder = beirFolder("h\n");
    await expect(readBeirCases(folder, { ...OPTIONS, split: "dev" })).rejects.toThrow(
      /no judgments of split "dev"; there are: test/,
    );
    const broken = beirFolder("h\nq1\td1\t1\n", '{"text":"no id"}\n');
    await expect(readBeirCases(broken, OPTIONS)).rejects.toThrow(/queries\.jsonl:1: _id/);
  });
});
