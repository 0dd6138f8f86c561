/** Goal: words are what a table is looked up by, and an unknown one finds its nearest by n-grams. */
import { describe, expect, it } from "vitest";
import {
  encodeWithTable,
  packRow,
  QUERY_PIECES_MAX,
  type TokenTable,
  UNKNOWN_WORDS_MAX,
} from "#core/encoder/token-table.ts";
import { NEIGHBOURS_MAX, wordsOf, wordVocabulary } from "#core/encoder/word-vocabulary.ts";

const WORDS = ["réfraction", "réflexion", "lumière", "verre", "réfractaire", "force", "forces"];
const vocabulary = wordVocabulary(WORDS);
const nearest = (word: string) => vocabulary.nearest(word).map((id) => WORDS[id]);

/** The definition: Jaccard similarity of the sets of 3- to 5-grams of "<word>". */
function similarity(a: string, b: string): number {
  const grams = (word: string) => {
    const marked = `<${word}>`;
    const starts = [...Array(marked.length).keys()];
    return new Set(
      starts.flatMap((at) =>
        [3, 4, 5].flatMap((n) => (at + n <= marked.length ? [marked.slice(at, at + n)] : [])),
      ),
    );
  };
  const [x, y] = [grams(a), grams(b)];
  const shared = [...x].filter((gram) => y.has(gram)).length;
  return shared / (x.size + y.size - shared);
}

function oracle(word: string): string[] {
  return WORDS.map((other, id) => ({ other, id, value: similarity(word, other) }))
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value || a.id - b.id)
    .slice(0, NEIGHBOURS_MAX)
    .map(({ other }) => other);
}

describe("wordsOf", () => {
  it("gives runs of letters and digits, compatible forms in lower case", () => {
    expect(wordsOf("L’ﬁn d'une Réfraction: 5 m/s² — 光の")).toEqual(
      "l fin d une réfraction 5 m s2 光の".split(" "),
    );
    expect(wordsOf(" …\u200b")).toEqual([]);
  });
});

describe("nearest words of an unknown one", () => {
  it.each(["réfractions", "refraction", "lumières", "verres", "réflexe", "forcer", "quark"])(
    "are those of the definition: %s",
    (word) => {
      expect(nearest(word)).toEqual(oracle(word));
    },
  );

  it("are none without a common n-gram, and at most three", () => {
    expect(nearest("zyx")).toEqual([]);
    const many = wordVocabulary(["abcd", "abce", "abcf", "abcg"]);
    expect(many.nearest("abch")).toEqual([0, 1, 2]);
  });
});

describe("a word table", () => {
  const rows = WORDS.map((_, id) =>
    Float32Array.from({ length: 8 }, (_x, j) => (j === id ? 7 : 0)),
  );
  const packed = new Uint8Array((WORDS.length * 8) / 2);
  const table: TokenTable = {
    model: "test",
    dimension: 8,
    vocabulary,
    lengthPower: 0,
    mean: new Float32Array(8),
    scales: Float32Array.from(rows, (row, id) => packRow(row, packed.subarray(id * 4, id * 4 + 4))),
    rows: packed,
  };

  it("adds up the rows of known words, and the mean of near ones for an unknown word", () => {
    expect([...encodeWithTable("lumière lumière verre", table)!]).toEqual([
      0, 0, 14, 7, 0, 0, 0, 0,
    ]);
    const near = nearest("forcer");
    const vector = encodeWithTable("forcer", table)!;
    for (const [id, word] of WORDS.entries()) {
      expect(vector[id]).toBeCloseTo(near.includes(word) ? 7 / near.length : 0, 12);
    }
  });

  it("knows nothing of a query without a known or near word", () => {
    expect(encodeWithTable("zyx", table)).toBeNull();
  });

  it("looks up a bounded number of words and of unknown words", () => {
    const words = "verre ".repeat(QUERY_PIECES_MAX);
    expect(encodeWithTable(`${words}force`, table)).toEqual(encodeWithTable(words, table));
    const unknown = Array.from({ length: UNKNOWN_WORDS_MAX }, (_, at) => `zyx${at}`).join(" ");
    expect(encodeWithTable(`${unknown} forcer`, table)).toBeNull();
    expect(encodeWithTable(`${unknown.replace("zyx0 ", "")} forcer`, table)).not.toBeNull();
  });
});
