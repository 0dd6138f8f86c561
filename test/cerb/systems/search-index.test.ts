/**
 * Goal: bad rows cost only themselves and are named; a built index is used again.
 * Method: one corpus with every kind of fault; the same folder opened twice.
 */
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { corpusFolder, openSmall, smallCorpus } from "./small-benchmark.ts";

describe("a corpus with faults", () => {
  it("keeps the good rows and names line and field of every bad one", async () => {
    const good = smallCorpus().slice(0, 2);
    const row = (change: object) => JSON.stringify({ id: "x", text: "some text", ...change });
    const lines = [
      JSON.stringify(good[0]),
      '{"text": "no id"}',
      JSON.stringify(good[0]),
      row({ id: "type", year: "2019" }),
      row({ id: "nul", subject: "Phys\u0000ics" }),
      row({ id: "unknown", lvel: "x" }),
      row({ id: "size", embedding: [1, 2, 3] }),
      "{broken",
      row({ id: "blank", text: "   " }),
      JSON.stringify(good[1]),
    ];
    const file = join(mkdtempSync(join(tmpdir(), "cerb-bad-")), "bad.jsonl");
    writeFileSync(file, `${lines.join("\n")}\n`);
    const { index, documents, close } = await openSmall(file);
    const faults = index.record.faults.map(({ line, field }) => `${line} ${field}`).toSorted();
    expect(faults).toEqual([
      "2 id",
      "3 id",
      "4 year",
      "5 subject",
      "6 lvel",
      "7 embedding",
      "8 ",
      "9 text",
    ]);
    expect(index.record.faults.every((fault) => fault.file === file)).toBe(true);
    expect([...documents.keys()]).toEqual(good.map(({ id }) => id).toSorted());
    expect(index.record.corpora).toEqual([{ name: "bad", rows: 2, refused: 8 }]);
    await close();
  });
});

describe("the folder of indexes", () => {
  it("holds what was built once and used again, one process at a time", async () => {
    const path = corpusFolder(smallCorpus().slice(0, 4));
    const cache = mkdtempSync(join(tmpdir(), "cerb-cache-"));
    const first = await openSmall(path, cache);
    expect(first.index.wasBuilt).toBe(true);
    await first.close();
    expect(readdirSync(cache).filter((name) => name.endsWith(".lock"))).toEqual([]);
    const second = await openSmall(path, cache);
    expect(second.index.wasBuilt).toBe(false);
    expect(second.documents.size).toBe(4);
    const folder = join(cache, second.index.record.fingerprint.slice(0, 16));
    await second.close();
    writeFileSync(`${folder}.lock`, String(process.ppid));
    await expect(openSmall(path, cache)).rejects.toThrow(/uses this index/);
    writeFileSync(`${folder}.lock`, "999999999");
    const third = await openSmall(path, cache);
    await third.close();
    expect(existsSync(`${folder}.lock`)).toBe(false);
  });
});
