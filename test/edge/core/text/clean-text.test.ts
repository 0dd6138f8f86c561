/** What PostgreSQL cannot store is taken out and counted; nothing else changes. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanText } from "#core/text/clean-text.ts";

const SEED = 42;

describe("cleanText", () => {
  test.each([
    ["Caf\u0000e9ine", "Cafe9ine", 1, 0],
    ["D\u0000e9crivez la c\u0000f4te", "De9crivez la cf4te", 2, 0],
    ["leaf \udc00\ud800 section", "leaf  section", 0, 2],
    ["leaf \ud83d", "leaf ", 0, 1],
    ["\u0000\udc00\u0000", "", 2, 1],
  ])("repairs %j", (given, text, nulCount, loneSurrogateCount) => {
    expect(cleanText(given)).toEqual({ text, repairs: { nulCount, loneSurrogateCount } });
  });

  test("a pair of surrogates, and everything else, is left as it is", () => {
    const text = "\ud83d\ude00 leaf\r\n\tα − β\u200b\u00ad\ufeff\u0007";
    expect(cleanText(text)).toEqual({ text, repairs: null });
  });

  test("halves that a NUL kept apart become one character, not two repairs", () => {
    expect(cleanText("\ud83d\u0000\ude00")).toEqual({
      text: "\ud83d\ude00",
      repairs: { nulCount: 1, loneSurrogateCount: 0 },
    });
  });

  test("any string becomes storable, and only by removing NUL and lone surrogates", () => {
    const unit = fc.oneof(
      fc.constantFrom("\u0000", "\ud800", "\udc00", "\ud83d\ude00"),
      fc.string({ unit: "binary", maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), (parts) => {
        const given = parts.join("");
        const { text, repairs } = cleanText(given);
        expect(text.isWellFormed() && !text.includes("\u0000")).toBe(true);
        expect(cleanText(text)).toEqual({ text, repairs: null });
        const removed = (repairs?.nulCount ?? 0) + (repairs?.loneSurrogateCount ?? 0);
        expect(given.length - text.length).toBe(removed);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});
