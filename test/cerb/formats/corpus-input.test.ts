/** Goal: a path stands for the right files, and rows come with their place and vectors. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { resolveCorpus } from "#cerb/formats/corpus-input.ts";
import { type ReadRow, RowReader } from "#cerb/formats/read-rows.ts";

const MODEL = "multilingual-e5-small";
const SHIPPED = fileURLToPath(new URL("../../../cerb/corpora/", import.meta.url));

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "cerb-corpus-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const row = (id: string) => `${JSON.stringify({ id, text: `text of ${id}` })}\n`;

async function rowsOf(path: string) {
  const reader = new RowReader({ model: MODEL, beirLanguage: "en" });
  const rows: ReadRow[] = [];
  for await (const read of reader.read(await resolveCorpus(path, MODEL))) rows.push(read);
  return rows;
}

describe("resolveCorpus", () => {
  it("takes every JSONL file of a folder but queries, in order of name", async () => {
    const folder = folderOf({
      "b.jsonl": row("b"),
      "a.jsonl": row("a"),
      "queries.jsonl": row("q"),
    });
    const { files } = await resolveCorpus(folder, MODEL);
    expect(files.map(({ path }) => path.slice(folder.length + 1))).toEqual(["a.jsonl", "b.jsonl"]);
  });

  it("takes the corpus of a BEIR folder alone", async () => {
    const folder = folderOf({
      "corpus.jsonl": `${JSON.stringify({ _id: "1", title: "t", text: "x" })}\n`,
      "other.jsonl": row("a"),
    });
    const { files } = await resolveCorpus(folder, MODEL);
    expect(files).toHaveLength(1);
    expect(files[0]).toMatchObject({ format: "beir", vectorsSha256: null });
  });

  it("names a file by itself, and one called documents by its folder", async () => {
    const folder = folderOf({ "physics.jsonl": row("a"), "documents.jsonl": row("b") });
    expect((await resolveCorpus(join(folder, "physics.jsonl"), MODEL)).name).toBe("physics");
    const own = await resolveCorpus(join(folder, "documents.jsonl"), MODEL);
    expect(folder.endsWith(own.name)).toBe(true);
  });

  it("refuses a path that is not there and a folder without rows", async () => {
    await expect(resolveCorpus("/no/such/folder", MODEL)).rejects.toThrow(/no such file or folder/);
    await expect(resolveCorpus(folderOf({ "a.txt": "" }), MODEL)).rejects.toThrow(
      /no \.jsonl file/,
    );
  });

  it("uses the vectors beside a file only while they belong to it", async () => {
    const shipped = await resolveCorpus(join(SHIPPED, "exams"), MODEL);
    expect(shipped.files[0]!.vectorsSha256).toMatch(/^[0-9a-f]{64}$/);
    const [first] = await rowsOf(join(SHIPPED, "exams"));
    expect(first).toMatchObject({ ok: true, place: { line: 1 } });
    expect(first!.ok && first!.vectors![0]).toHaveLength(384);
    const folder = mkdtempSync(join(tmpdir(), "cerb-changed-"));
    mkdirSync(join(folder, "exams"));
    for (const name of [
      "vectors.multilingual-e5-small.json",
      "vectors.multilingual-e5-small.i8.gz",
    ]) {
      copyFileSync(join(SHIPPED, "exams", name), join(folder, "exams", name));
    }
    writeFileSync(join(folder, "exams", "documents.jsonl"), row("changed"));
    const changed = await resolveCorpus(join(folder, "exams"), MODEL);
    expect(changed.files[0]!.vectorsSha256).toBeNull();
    expect(readFileSync(changed.files[0]!.path, "utf8")).toContain("changed");
  });
});

describe("RowReader", () => {
  it("reports faults with line and field and keeps the good rows", async () => {
    const lines = [row("a"), "not json\n", '{"text":"no id"}\n', "\n", row("a"), row("b")];
    const read = await rowsOf(folderOf({ "rows.jsonl": lines.join("") }));
    const good = read.flatMap((one) => (one.ok ? [`${one.place.line} ${one.row.id}`] : []));
    const faults = read.flatMap((one) => (one.ok ? [] : [`${one.fault.line} ${one.fault.field}`]));
    expect(good).toEqual(["1 a", "6 b"]);
    expect(faults).toEqual(["2 ", "3 id", "5 id"]);
  });

  it("finds an id that an earlier file has", async () => {
    const read = await rowsOf(folderOf({ "1.jsonl": row("a"), "2.jsonl": row("a") }));
    const fault = read.find((one) => !one.ok);
    expect(fault).toMatchObject({ fault: { field: "id", line: 1 } });
    expect(JSON.stringify(fault)).toMatch(/is the id of .*1\.jsonl:1/);
  });
});
