/**
 * Goal: no word of a document may get lost between chunks, and no chunk may exceed the limit.
 * Method: an oracle that walks the chunks through the body, run on random and on hostile bodies.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CHUNK_CHARS_MAX,
  CHUNK_OVERLAP_CHARS_MAX,
  CHUNKER_VERSION,
  chunkText,
} from "#core/text/chunk.ts";

const SEED = 20_260_701;
const RUNS = 400;

/**
 * Whether the chunks can be laid over the body, in order and without a gap but white space, each
 * reaching further than the one before. Follows every placement, since short texts repeat.
 */
function covers(body: string, chunks: readonly string[]): boolean {
  let reached = new Set([0]);
  for (const chunk of chunks) {
    const next = new Set<number>();
    for (const covered of reached) {
      const gapEnd = covered + body.slice(covered).length - body.slice(covered).trimStart().length;
      const from = Math.max(0, covered - CHUNK_OVERLAP_CHARS_MAX, covered - chunk.length + 1);
      for (let at = from; at <= gapEnd; at += 1) {
        if (body.startsWith(chunk, at)) next.add(at + chunk.length);
      }
    }
    reached = next;
  }
  return [...reached].some((covered) => body.slice(covered).trim() === "");
}

const sentence = fc
  .array(fc.stringMatching(/^[a-zé0-9,$\\{}]{1,12}$/), { minLength: 1, maxLength: 12 })
  .chain((words) =>
    fc.constantFrom(". ", "! ", "? ", "… ", ".» ", "。", "\n", "\n\n", " ").map((end) => {
      return words.join(" ") + end;
    }),
  );
const prose = fc.array(sentence, { maxLength: 60 }).map((parts) => parts.join(""));
const hostile = fc
  .array(fc.constantFrom(".", "。", " ", "\n", "\r\n", ")", "»", "a", "\u{1F600}", "\u00a0"), {
    maxLength: 300,
  })
  .map((parts) => parts.join(""));
const anyBody = fc.oneof(prose, hostile, fc.string({ unit: "binary", maxLength: 300 }));

describe("chunkText", () => {
  it(`covers the body in order within the limit, always alike (seed ${SEED})`, () => {
    fc.assert(
      fc.property(anyBody, fc.integer({ min: 2, max: 300 }), (body, charsMax) => {
        const chunks = chunkText(body, charsMax);
        expect(covers(body, chunks)).toBe(true);
        for (const chunk of chunks) {
          expect(chunk.length).toBeLessThanOrEqual(charsMax);
          expect(chunk.trim()).not.toBe("");
        }
        expect(chunkText(body, charsMax)).toEqual(chunks);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it("canary: the oracle notices a lost chunk, a lost word and a swapped order", () => {
    const body = "One two. Three four. Five six. Seven eight.";
    const chunks = chunkText(body, 15);
    expect(chunks.length).toBeGreaterThan(2);
    expect(covers(body, chunks)).toBe(true);
    expect(covers(body, chunks.slice(1))).toBe(false);
    expect(covers(body, [chunks[0]!.slice(0, -2), ...chunks.slice(1)])).toBe(false);
    expect(covers(body, chunks.toReversed())).toBe(false);
  });

  it("gives no chunk for a blank body and one for a body at the limit", () => {
    expect(chunkText("")).toEqual([]);
    expect(chunkText(" \n\u00a0 ")).toEqual([]);
    expect(chunkText("a".repeat(CHUNK_CHARS_MAX))).toHaveLength(1);
    expect(chunkText("a".repeat(CHUNK_CHARS_MAX + 1))).toHaveLength(2);
    expect(chunkText("  a b \n")).toEqual(["a b"]);
  });

  it("repeats whole trailing sentences of at most 200 characters", () => {
    const sentences = Array.from(
      { length: 60 },
      (_, at) => `Sentence ${at} ${"word ".repeat(12)}.`,
    );
    const body = sentences.join(" ");
    const chunks = chunkText(body);
    expect(chunks.length).toBeGreaterThan(1);
    for (const [at, chunk] of chunks.slice(1).entries()) {
      const previous = chunks[at]!;
      const repeated = sentences.filter((text) => previous.includes(text) && chunk.includes(text));
      expect(repeated.length).toBeGreaterThan(0);
      expect(repeated.join(" ").length).toBeLessThanOrEqual(CHUNK_OVERLAP_CHARS_MAX);
      expect(previous.endsWith(repeated.join(" "))).toBe(true);
      expect(chunk.startsWith(repeated.join(" "))).toBe(true);
    }
  });

  it("prefers a paragraph border to a later sentence border when the chunk is half full", () => {
    const paragraph = "Le carré de l'hypoténuse. ".repeat(3).trim();
    const body = `${paragraph}\n\n${paragraph}\n\n${paragraph}`;
    expect(chunkText(body, 140)).toEqual([paragraph, paragraph, paragraph]);
  });

  it("splits at Chinese full stops, which no space follows", () => {
    expect(chunkText("物理是科学。化学是科学。", 8)).toEqual(["物理是科学。", "化学是科学。"]);
  });

  it("cuts an overlong sentence at white space and keeps surrogate pairs whole", () => {
    expect(chunkText("alpha beta gamma delta", 12)).toEqual(["alpha beta", "gamma delta"]);
    const chunks = chunkText(`a${"\u{1F600}".repeat(20)}`, 8);
    expect(chunks.every((chunk) => chunk.isWellFormed())).toBe(true);
    expect(chunks.join("")).toBe(`a${"\u{1F600}".repeat(20)}`);
  });

  it("does not slow down on runs that defeat naive scanning", () => {
    const size = 1_000_000;
    for (const run of [".", ")", ". ", "a\n", "a", "。"]) {
      const chunks = chunkText(run.repeat(size / run.length));
      expect(chunks.length).toBeLessThan(size / 1000);
    }
  });

  it("refuses a limit that a surrogate pair does not fit", () => {
    expect(() => chunkText("abc", 1)).toThrow(/charsMax must be an integer of at least 2/);
    expect(() => chunkText("abc", 2.5)).toThrow(RangeError);
  });

  it("has this output under this version: change both or neither", () => {
    const body = "Energy is conserved. Momentum is, too!\n\nHeat flows? Yes… from hot to cold.";
    expect({ version: CHUNKER_VERSION, chunks: chunkText(body, 40) }).toEqual({
      version: "1",
      chunks: ["Energy is conserved. Momentum is, too!", "Heat flows? Yes… from hot to cold."],
    });
  });
});
