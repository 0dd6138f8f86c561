/**
 * Goal: the pieces of the Worker are those of the tokenizer that the model was run with. Method:
 * differential, on shipped corpora in five scripts, random Unicode and hostile strings.
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Tokenizer } from "@huggingface/tokenizers";
import { describe, expect, it } from "vitest";
import { wordPieceIds, wordPieceVocabulary } from "#core/encoder/word-piece.ts";
import { mulberry32 } from "#significance/mulberry32.ts";

const ROOT = new URL("../../../../", import.meta.url);
const MODEL = "edge/local/embedder/models/bge-small-en-v1.5/tokenizer.json";
const CORPORA = [
  "scifact/corpus",
  "dnb-fr/documents",
  "exams-other-languages/documents",
  "gaokao/documents",
];
const TEXTS_PER_CORPUS = 3000;
const RANDOM_TEXTS = 3000;
const TEXT_CHARS_MAX = 160;
const SEED = 20261130;

const json = JSON.parse(readFileSync(new URL(MODEL, ROOT), "utf8")) as {
  model: { vocab: Record<string, number> };
};
const tokenizer = new Tokenizer(json, {});
const pieces: string[] = [];
for (const [piece, id] of Object.entries(json.model.vocab)) pieces[id] = piece;
const vocabulary = wordPieceVocabulary(pieces);

/** Without [CLS] and [SEP]. */
const expected = (text: string): number[] => tokenizer.encode(text).ids.slice(1, -1);

function corpusTexts(name: string): string[] {
  const bytes = readFileSync(new URL(`cerb/corpora/${name}.jsonl.gz`, ROOT));
  const rows = gunzipSync(bytes).toString("utf8").trim().split("\n").slice(0, TEXTS_PER_CORPUS);
  return rows.map((row) => (JSON.parse(row) as { text: string }).text.slice(0, TEXT_CHARS_MAX));
}

function randomTexts(): string[] {
  const next = mulberry32(SEED);
  const ranges = [0x20, 0x100, 0x600, 0x3000, 0x10000, 0x1f800] as const;
  return Array.from({ length: RANDOM_TEXTS }, () =>
    Array.from({ length: 1 + Math.floor(next() * 30) }, () => {
      const top = ranges[Math.floor(next() * ranges.length)]!;
      return String.fromCodePoint(Math.floor(next() * top) + 1);
    })
      .join("")
      .toWellFormed(),
  );
}

const HOSTILE = [
  "",
  " ",
  "[MASK] a [CLS]b[SEP]",
  "İstanbul ǅ ﬃ ß",
  "𠀀𠀁 漢字かな",
  "x".repeat(100),
  "x".repeat(101),
  "😀".repeat(101),
  "\u0000a\u0007b\u200bc\ufffd\u0085",
  "ÅÉ̂ a\u0301b",
  "“quotes”—dash… $5 ^2 `tick`",
];

const differs = (a: readonly number[], b: readonly number[]): boolean =>
  a.length !== b.length || a.some((id, at) => id !== b[at]);

describe("wordPieceIds", () => {
  it(`equals the tokenizer on at least 10,000 texts (seed ${SEED})`, () => {
    const texts = [...CORPORA.flatMap(corpusTexts), ...randomTexts(), ...HOSTILE];
    expect(texts.length).toBeGreaterThanOrEqual(10_000);
    const wrong = texts.filter((text) => differs(wordPieceIds(text, vocabulary), expected(text)));
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it("is caught when a piece is missing", () => {
    const without = wordPieceVocabulary(
      pieces.map((piece) => (piece === "the" ? "\u0001" : piece)),
    );
    const text = "the cell";
    expect(differs(wordPieceIds(text, without), expected(text))).toBe(true);
  });

  it("refuses a vocabulary without an unknown piece", () => {
    expect(() => wordPieceVocabulary(["a"])).toThrow(RangeError);
  });
});
