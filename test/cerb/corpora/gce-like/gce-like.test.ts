/**
 * Goal: the generated corpus has the published shape, is the same for the same seed, and its cases
 * obey the protocol.
 * Method: the full plan, and a small corpus generated twice.
 */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { chunkText } from "#core/text/chunk.ts";
import { passageBody } from "#core/text/passage.ts";
import { ruleFaults } from "#cerb/cases/case-rules.ts";
import { parseCases } from "#cerb/cases/parse-cases.ts";
import type { GeneratedRow } from "#cerb/corpora/gce-like/generate.ts";
import { withOcrNoise } from "#cerb/corpora/gce-like/ocr-noise.ts";
import { CHUNKS_DEFAULT, planSubjects } from "#cerb/corpora/gce-like/plan.ts";
import { Random } from "#cerb/corpora/gce-like/random.ts";
import { writeGceLike } from "#cerb/corpora/gce-like/write-corpus.ts";
import { openVectors, resolveCorpus } from "#cerb/formats/corpus-input.ts";
import { DEFAULT_MODEL } from "#cerb/systems/default-model.ts";

const CHUNKS = 3000;
const OPTIONS = {
  chunks: CHUNKS,
  seed: 42,
  model: DEFAULT_MODEL,
  progress: { step: () => undefined, bar: () => () => undefined },
};
const newFolder = () => mkdtempSync(join(tmpdir(), "cerb-gce-"));

let folder: string;
let casesFile: string;
let rows: GeneratedRow[];

beforeAll(async () => {
  ({ folder, casesFile } = await writeGceLike(newFolder(), OPTIONS));
  const lines = readFileSync(join(folder, "documents.jsonl"), "utf8").trimEnd().split("\n");
  rows = lines.map((line) => JSON.parse(line) as GeneratedRow);
});

describe("planSubjects", () => {
  it("has the published proportions at 74,018 chunks", () => {
    const plans = planSubjects(CHUNKS_DEFAULT);
    const sizes = plans.map(({ chunks }) => chunks["O-Level"] + chunks["A-Level"]);
    const embedded = plans.reduce((sum, plan) => sum + plan.embeddedChunks, 0);
    expect(plans).toHaveLength(11);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(74_018);
    expect(sizes[0]! / CHUNKS_DEFAULT).toBeCloseTo(0.359, 4);
    expect(sizes[1]! / CHUNKS_DEFAULT).toBeCloseTo(0.268, 4);
    expect(embedded / CHUNKS_DEFAULT).toBeCloseTo(0.8948, 3);
    expect(plans[0]!.embeddedChunks / sizes[0]!).toBeCloseTo(0.8322, 4);
    expect(plans[1]!.embeddedChunks / sizes[1]!).toBeCloseTo(0.8323, 4);
  });
});

describe("writeGceLike", () => {
  it("writes exactly so many rows with ids of their own, each one chunk long", () => {
    expect(rows).toHaveLength(CHUNKS);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(CHUNKS);
    expect(rows.every((row) => chunkText(passageBody(row), 2000).length === 1)).toBe(true);
    const ids = new Set(rows.map(({ id }) => id));
    const links = rows.flatMap(({ related }) => related ?? []);
    expect(links.length).toBeGreaterThan(100);
    expect(links.every((id) => ids.has(id))).toBe(true);
  });

  it("gives vectors that the reader takes, for exactly the planned rows", async () => {
    const { files } = await resolveCorpus(folder, DEFAULT_MODEL.id);
    const vectors = (await openVectors(files[0]!, DEFAULT_MODEL.id))!;
    const lacking = rows.filter((_, index) => vectors.ofRow(index).length === 0);
    const planned = planSubjects(CHUNKS).reduce((sum, plan) => sum + plan.embeddedChunks, 0);
    expect(CHUNKS - lacking.length).toBe(planned);
    expect(new Set(lacking.map(({ subject }) => subject))).toEqual(
      new Set(["Physics", "Chemistry"]),
    );
  });

  it("is the same for the same seed and another for another", async () => {
    const again = await writeGceLike(newFolder(), OPTIONS);
    const other = await writeGceLike(newFolder(), { ...OPTIONS, seed: 7 });
    const textOf = (path: string) => readFileSync(join(path, "documents.jsonl"), "utf8");
    expect(textOf(again.folder)).toBe(textOf(folder));
    expect(textOf(other.folder)).not.toBe(textOf(folder));
    expect(readFileSync(again.casesFile, "utf8")).toBe(readFileSync(casesFile, "utf8"));
  });

  it("writes cases that obey schema and rules on the corpus", () => {
    const { cases, faults } = parseCases(readFileSync(casesFile, "utf8"));
    expect(faults).toEqual([]);
    expect(cases.length).toBe(11 * 2 * 4);
    const documents = new Map(rows.map((row) => [row.id, { corpus: "gce-like", document: row }]));
    expect(cases.flatMap(({ item }) => ruleFaults(item, (id) => documents.get(id)))).toEqual([]);
  });
});

describe("withOcrNoise", () => {
  it("damages some words, short ones never, and is seeded", () => {
    const text = "lesson morning climate on it 55 example ".repeat(50).trim();
    const noisy = withOcrNoise(text, new Random(1));
    expect(noisy).not.toBe(text);
    expect(withOcrNoise(text, new Random(1))).toBe(noisy);
    expect(withOcrNoise("on it is a", new Random(1))).toBe("on it is a");
  });
});
