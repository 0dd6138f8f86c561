/**
 * Goal: every line of a file with its number, whatever the file does; memory stays bounded.
 * Method: small files, chunk borders inside lines, and one line of 200 MB (gzip, so that it is quick).
 */
import { createWriteStream, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type Line, LINE_BYTES_MAX, readLines } from "#cerb/formats/read-lines.ts";

const folder = mkdtempSync(join(tmpdir(), "cerb-lines-"));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function read(path: string, max?: number): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of readLines(path, max)) lines.push(line);
  return lines;
}

describe("readLines", () => {
  it("numbers lines from 1, keeps empty ones and needs no end of line at the end", async () => {
    expect(await read(file("plain.jsonl", "a\n\nb"))).toEqual([
      { line: 1, text: "a" },
      { line: 2, text: "" },
      { line: 3, text: "b" },
    ]);
    expect(await read(file("empty.jsonl", ""))).toEqual([]);
  });

  it("drops a byte order mark and reads gzip by the name", async () => {
    expect(await read(file("bom.jsonl", "\uFEFF{}\n"))).toEqual([{ line: 1, text: "{}" }]);
    expect(await read(file("a.jsonl.gz", gzipSync("x\ny\n")))).toHaveLength(2);
  });

  it("joins a line that spans many chunks of the stream", async () => {
    const long = "é".repeat(200_000);
    const lines = await read(file("long.jsonl", `${long}\n1\n`));
    expect(lines.map(({ text }) => text)).toEqual([long, "1"]);
  });

  it("takes a line at the bound and refuses one byte more, the others kept", async () => {
    const path = file("bound.jsonl", `${"a".repeat(10)}\n${"a".repeat(11)}\nb\n`);
    expect(await read(path, 10)).toEqual([
      { line: 1, text: "a".repeat(10) },
      { line: 2, text: null, fault: "11 bytes in one line, at most 10" },
      { line: 3, text: "b" },
    ]);
  });

  it("reports a line that is no UTF-8 and goes on", async () => {
    const lines = await read(file("latin.jsonl", Buffer.from([0xe9, 0x0a, 0x61, 0x0a])));
    expect(lines).toEqual([
      { line: 1, text: null, fault: "is not UTF-8" },
      { line: 2, text: "a" },
    ]);
  });

  it("skips a line of 200 MB without holding it", async () => {
    const path = join(folder, "huge.jsonl.gz");
    const block = Buffer.alloc(1024 * 1024, 0x61);
    function* content() {
      yield "first\n";
      for (let count = 0; count < 200; count += 1) yield block;
      yield "\nlast\n";
    }
    await pipeline(Readable.from(content()), createGzip({ level: 1 }), createWriteStream(path));
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    const lines = [];
    for await (const line of readLines(path)) {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
      lines.push(line);
    }
    expect(lines.map(({ text }) => text)).toEqual(["first", null, "last"]);
    expect(peak).toBeLessThan(8 * LINE_BYTES_MAX);
  });

  it("names the file when it is no complete gzip file or is missing", async () => {
    const torn = file("torn.jsonl.gz", gzipSync("a\n".repeat(1000)).subarray(0, 20));
    await expect(read(torn)).rejects.toThrow(/torn\.jsonl\.gz: is no complete gzip file/);
    await expect(read(join(folder, "none.jsonl"))).rejects.toThrow(/none\.jsonl: cannot be read/);
  });
});
