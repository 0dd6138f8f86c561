/** Goal: a folder in BEIR layout is read whole, and what is wrong with it is named by place. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readBeirDataset } from "#trainer/ladder/beir-dataset.ts";

let folder = "";

function write(name: string, text: string | Buffer): void {
  writeFileSync(join(folder, name), text);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "beir-"));
  mkdirSync(join(folder, "qrels"));
  write("corpus.jsonl", '{"_id":"d1","title":"T","text":"one"}\n{"_id":"d2","text":"two"}\n');
  write("queries.jsonl", '{"_id":"q1","text":"what"}\n{"_id":"q2","text":"which"}\n');
  write("qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t0\n");
});

afterEach(() => rmSync(folder, { recursive: true }));

describe("readBeirDataset", () => {
  it("reads plain and compressed files, with and without training judgments", () => {
    rmSync(join(folder, "corpus.jsonl"));
    write(
      "corpus.jsonl.gz",
      gzipSync('{"_id":"d1","title":"T","text":"one"}\n{"_id":"d2","text":"two"}'),
    );
    const { documents, queries, train, test, documentVectors } = readBeirDataset(folder);
    expect(documents).toEqual([
      { id: "d1", title: "T", text: "one" },
      { id: "d2", title: "", text: "two" },
    ]);
    expect(queries).toHaveLength(2);
    expect(train.size).toBe(0);
    expect(test.get("q1")).toEqual(
      new Map([
        ["d1", 1],
        ["d2", 0],
      ]),
    );
    expect(documentVectors).toBeNull();
  });

  it("reads vectors by rows", () => {
    const halves = Float16Array.from({ length: 2 * 384 }, (_, at) => (at < 384 ? 1 : -0.5));
    write("documents.f16", Buffer.from(halves.buffer));
    const { documentVectors } = readBeirDataset(folder);
    expect(documentVectors![0]![0]).toBe(1);
    expect(documentVectors![1]![383]).toBe(-0.5);
  });

  it.each([
    ["corpus.jsonl", "{", /corpus.jsonl, line 1: not JSON/],
    ["corpus.jsonl", '{"_id":"d1","text":"a"}\n[]', /corpus.jsonl, line 2: not an object/],
    ["corpus.jsonl", '{"_id":"d1","text":7}', /line 1: text is not a text/],
    ["corpus.jsonl", '{"_id":"","text":"a"}', /line 1: _id is not a text/],
    ["corpus.jsonl", '{"_id":"d1","text":"a"}\n{"_id":"d1","text":"b"}', /d1 stands twice/],
    ["corpus.jsonl", "", /corpus.jsonl has no row/],
    ["qrels/test.tsv", "q1\td1\tyes", /line 1: score "yes" is not a whole number/],
    ["qrels/test.tsv", "q9\td1\t1", /line 1: query-id q9 is not in queries/],
    ["qrels/test.tsv", "q1\td9\t1", /line 1: corpus-id d9 is not in the corpus/],
    ["documents.f16", "short", /documents.f16: 5 bytes, 2 rows need 1536/],
  ])("names what is wrong in %s", (name, text, message) => {
    write(name, text);
    expect(() => readBeirDataset(folder)).toThrow(message);
  });

  it("takes qrels.tsv for test judgments where there is no split", () => {
    rmSync(join(folder, "qrels/test.tsv"));
    expect(() => readBeirDataset(folder)).toThrow(/neither qrels\/test.tsv nor qrels.tsv/);
    write("qrels.tsv", "query-id\tcorpus-id\tscore\tother\nq2\td2\t3\t7\n");
    expect(readBeirDataset(folder).test.get("q2")).toEqual(new Map([["d2", 3]]));
  });

  it("names a file that is not there", () => {
    rmSync(join(folder, "queries.jsonl"));
    expect(() => readBeirDataset(folder)).toThrow(/queries.jsonl/);
  });
});
