/**
 * Goal: a damaged file is refused with file and line, and building vectors survives a stop.
 * Method: a tiny corpus in a temporary folder, damaged in one place at a time; a fake model.
 */
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildVectors } from "#cerb/corpora/build-vectors.ts";
import { type CorpusEntry, CorpusError, findCorpus, sha256Of } from "#cerb/corpora/manifest.ts";
import { type ReadRow, readCorpus } from "#cerb/corpora/read-corpus.ts";
import { encodeVector, vectorFileNames } from "#cerb/corpora/vector-file.ts";
import { findModelRecord } from "#edge/local/embedder/model-record.ts";
import type { Embedder } from "#edge/local/embedder/onnx-embedder.ts";

const SEED = 20_260_702;
const ROWS = 100;
const MODEL = "multilingual-e5-small";

let path: string;
let folder: URL;

function row(index: number, change: Record<string, unknown> = {}): string {
  return JSON.stringify({
    id: `r${index}`,
    board: null,
    exam: null,
    level: "High school",
    subject: "Physics",
    year: 2020,
    session: null,
    paper: null,
    question_number: "1",
    content_type: "mcq",
    language: "en",
    topic: null,
    title: null,
    text: index === 7 ? "Long. ".repeat(500) : `Text ${index}`,
    options: { A: "yes", B: "no" },
    answer: "A",
    related: null,
    module: "m1",
    ...change,
  });
}

async function writeCorpus(lines: string[], change: Partial<CorpusEntry> = {}): Promise<void> {
  const packed = gzipSync(`${lines.join("\n")}\n`);
  const entry: CorpusEntry = {
    name: "tiny",
    title: "Tiny",
    default: true,
    format: "curriculum",
    languages: ["en"],
    licence: "MIT",
    attribution: "none",
    source: "none",
    file: "documents.jsonl.gz",
    sha256: sha256Of(packed),
    rows: lines.length,
    extraFiles: [],
    ...change,
  };
  await mkdir(join(path, "tiny"), { recursive: true });
  await writeFile(join(path, "tiny", entry.file), packed);
  await writeFile(join(path, "manifest.json"), JSON.stringify([entry]));
}

async function readAll(model?: string): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  const options = model === undefined ? { folder } : { folder, model };
  for await (const read of readCorpus("tiny", options)) rows.push(read);
  return rows;
}

async function failureOf(promise: Promise<unknown>): Promise<[string, string]> {
  const error = await promise.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (!(error instanceof CorpusError)) throw new Error(`no CorpusError but ${String(error)}`);
  return [error.code, error.message];
}

/** A text's vector points along its length; the call number `failAt` fails. */
function fakeEmbedder(calls: string[], failAt = Infinity): Embedder {
  return {
    record: { ...findModelRecord(MODEL)!, dimension: 4 },
    embed(text) {
      if (calls.length + 1 >= failAt) return Promise.reject(new Error("stopped"));
      calls.push(text);
      return Promise.resolve({
        vector: Float32Array.of(text.length, -1, 0.5, 1),
        tokenCount: 1,
      });
    },
    close: () => Promise.resolve(),
  };
}

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), "corpora-"));
  folder = pathToFileURL(`${path}/`);
});
afterEach(() => rm(path, { recursive: true }));

describe("readCorpus", () => {
  it("gives every row with its line and keeps the fields of single corpora", async () => {
    await writeCorpus([row(0), row(1)]);
    const rows = await readAll();
    expect(rows.map(({ row: read, line }) => [read.id, line])).toEqual([
      ["r0", 1],
      ["r1", 2],
    ]);
    expect(rows[0]!.row["module"]).toBe("m1");
    expect(rows[0]!.vectors).toBeNull();
  });

  it("reads the BEIR layout", async () => {
    await writeCorpus(['{"_id":"4","title":"","text":"An abstract."}'], { format: "beir" });
    const [read] = await readAll();
    expect(read!.row).toMatchObject({ id: "4", title: null, text: "An abstract." });
  });

  it.each([
    ["half a line", '{"id":"r1","tex', /^tiny\/documents.jsonl.gz:2: not JSON$/],
    ["a missing id", row(1, { id: undefined }), /gz:2: id: /],
    ["a year in words", row(1, { year: "2020" }), /gz:2: year: /],
    ["a blank text", row(1, { text: "" }), /gz:2: text: /],
    ["an option that is no text", row(1, { options: { A: 1 } }), /gz:2: options.A: /],
  ])("refuses %s and names file, line and field", async (_what, line, message) => {
    await writeCorpus([row(0), line, row(2)]);
    const [code, text] = await failureOf(readAll());
    expect(code).toBe("row_invalid");
    expect(text).toMatch(message);
  });

  it("refuses a file with another checksum, row count or compression", async () => {
    await writeCorpus([row(0)], { sha256: "0".repeat(64) });
    expect((await failureOf(readAll()))[0]).toBe("checksum_mismatch");
    await writeCorpus([row(0)], { rows: 2 });
    expect(await failureOf(readAll())).toEqual([
      "file_invalid",
      "tiny/documents.jsonl.gz: 1 rows, expected 2",
    ]);
    await writeCorpus([row(0)], { sha256: sha256Of("plain") });
    await writeFile(join(path, "tiny", "documents.jsonl.gz"), "plain");
    expect((await failureOf(readAll()))[0]).toBe("file_invalid");
  });

  it("names the known corpora for an unknown one, and a missing or broken manifest", async () => {
    await writeCorpus([row(0)]);
    const [code, message] = await failureOf(findCorpus("huge", folder));
    expect([code, message]).toEqual(["corpus_unknown", 'unknown corpus "huge"; known: tiny']);
    await writeFile(join(path, "manifest.json"), '[{"name":"tiny"}]');
    expect((await failureOf(readAll()))[0]).toBe("file_invalid");
    await rm(join(path, "manifest.json"));
    expect((await failureOf(readAll()))[0]).toBe("file_missing");
  });
});

describe("buildVectors", () => {
  const lines = Array.from({ length: ROWS }, (_, index) => row(index));

  it("gives each row the vectors of its chunks", async () => {
    await writeCorpus(lines);
    const calls: string[] = [];
    const partialFolder = new URL("partial/", folder);
    const entry = await findCorpus("tiny", folder);
    await buildVectors({ entry, embedder: fakeEmbedder(calls), folder, partialFolder });
    expect(calls[0]).toBe("Text 0\nA) yes\nB) no");
    const rows = await readAll(MODEL);
    expect(rows.map(({ vectors }) => vectors!.length)).toEqual(
      lines.map((_, index) => (index === 7 ? 2 : 1)),
    );
    // 19 characters: 19, -1, 0.5, 1 scaled to 127.
    expect(rows[0]!.vectors).toEqual([[127, -7, 3, 7]]);
    expect(await readdir(partialFolder)).toEqual([]);
  });

  it("goes on after a stop, half a record included, and ends with the same bytes", async () => {
    await writeCorpus(lines);
    const entry = await findCorpus("tiny", folder);
    const partialFolder = new URL("partial/", folder);
    const file = new URL(`tiny/${vectorFileNames(MODEL).vectors}`, folder);
    await buildVectors({ entry, embedder: fakeEmbedder([]), folder, partialFolder });
    const whole = await readFile(file);
    const stopped = fakeEmbedder([], 80);
    await expect(buildVectors({ entry, embedder: stopped, folder, partialFolder })).rejects.toThrow(
      "stopped",
    );
    const [partial] = await readdir(partialFolder);
    await appendFile(new URL(partial!, partialFolder), "abc");
    const calls: string[] = [];
    const embedder = fakeEmbedder(calls);
    const built = await buildVectors({ entry, embedder, folder, partialFolder });
    expect(built.embeddedCount).toBe(calls.length);
    expect(calls.length).toBeLessThan(ROWS / 2);
    expect(await readFile(file)).toEqual(whole);
  });

  it.each([
    ["another model", { model: "other" }, "model"],
    ["another corpus", { corpusSha256: "0" }, "corpus sha256"],
    ["another chunk count", { chunks: 5 }, "chunks"],
    ["a missing count of a row", { chunkCounts: [] }, "chunks"],
  ])("has vectors of %s refused", async (_what, change, field) => {
    await writeCorpus(lines);
    const entry = await findCorpus("tiny", folder);
    const partialFolder = new URL("partial/", folder);
    await buildVectors({ entry, embedder: fakeEmbedder([]), folder, partialFolder });
    const headerFile = new URL(`tiny/${vectorFileNames(MODEL).header}`, folder);
    const header = JSON.parse(await readFile(headerFile, "utf8")) as object;
    await writeFile(headerFile, JSON.stringify({ ...header, ...change }));
    const [code, message] = await failureOf(readAll(MODEL));
    expect([code, message.includes(`: ${field} is `)]).toEqual(["vectors_mismatch", true]);
  });
});

describe("encodeVector", () => {
  it(`loses at most half a step of its own scale (seed ${SEED})`, () => {
    const values = fc.float({ noNaN: true, min: -1, max: 1 });
    const vectors = fc
      .array(values, { minLength: 1, maxLength: 40 })
      .map((array) => Float32Array.from([1, ...array]));
    fc.assert(
      fc.property(vectors, (vector) => {
        const record = encodeVector(vector);
        const scale = record.readFloatLE(0);
        for (const [at, value] of vector.entries()) {
          const error = Math.abs(record.readInt8(4 + at) * scale - value);
          expect(error).toBeLessThanOrEqual(scale * 0.5001);
        }
      }),
      { seed: SEED },
    );
  });

  it("refuses a vector without direction", () => {
    expect(() => encodeVector(Float32Array.of(0, 0))).toThrow(/no direction/);
    expect(() => encodeVector(Float32Array.of(1, Number.NaN))).toThrow(/no direction/);
  });
});
