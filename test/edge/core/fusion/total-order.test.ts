/**
 * Goal: one order for everything ranked, whatever the order of the input.
 * Method: UTF-8 bytes as the oracle for ids, shuffles for the order.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareIds, inTotalOrder, SCORE_TIE_MAX } from "#core/fusion/total-order.ts";

const SEED = 20_260_702;
const encoder = new TextEncoder();

function compareBytes(a: string, b: string): number {
  const left = encoder.encode(a);
  const right = encoder.encode(b);
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    if (left[at] !== right[at]) return left[at]! - right[at]!;
  }
  return left.length - right.length;
}

const character = fc.constantFrom(
  "a",
  "B",
  "1",
  "é",
  "\u{d7ff}",
  "\u{e000}",
  "\u{ffff}",
  "😀",
  "𝛼",
);
const idText = fc.oneof(
  fc.array(character, { maxLength: 4 }).map((parts) => parts.join("")),
  fc.string({ unit: "grapheme", maxLength: 6 }),
);

describe("compareIds", () => {
  it("agrees with the order of UTF-8 bytes, above U+FFFF too", () => {
    fc.assert(
      fc.property(idText, idText, (a, b) => {
        expect(Math.sign(compareIds(a, b))).toBe(Math.sign(compareBytes(a, b)));
      }),
      { seed: SEED, numRuns: 5_000 },
    );
  });

  it("puts B2 before a1, d10 before d9, a prefix first, and U+FFFF before U+10000", () => {
    const sorted = ["d9", "a1", "d10", "\u{10000}", "\u{ffff}", "d", "B2"].toSorted(compareIds);
    expect(sorted).toEqual(["B2", "a1", "d", "d10", "d9", "\u{ffff}", "\u{10000}"]);
  });

  it("canary: the order of UTF-16 code units is caught by the oracle", () => {
    const byCodeUnits = ["\u{ffff}", "\u{10000}"].toSorted();
    expect(byCodeUnits).not.toEqual(byCodeUnits.toSorted(compareBytes));
  });
});

describe("inTotalOrder", () => {
  it("treats scores closer than the tie limit as equal, and no others", () => {
    const scored = [
      { id: "c", score: 1 },
      { id: "a", score: 1 - SCORE_TIE_MAX / 2 },
      { id: "b", score: 1 - SCORE_TIE_MAX * 3 },
    ];
    expect(inTotalOrder(scored).map(({ id }) => id)).toEqual(["a", "c", "b"]);
  });

  it("is the same for every order of the input, chains of near-ties included", () => {
    const step = SCORE_TIE_MAX * 0.9;
    const scored = fc.uniqueArray(
      fc.record({ id: idText, score: fc.integer({ min: 0, max: 9 }).map((n) => 0.5 + n * step) }),
      { selector: ({ id }) => id, maxLength: 12 },
    );
    fc.assert(
      fc.property(
        scored.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          expect(inTotalOrder(shuffled)).toEqual(inTotalOrder(list));
        },
      ),
      { seed: SEED, numRuns: 1_000 },
    );
  });

  it("refuses a score that is not finite", () => {
    expect(() => inTotalOrder([{ id: "a", score: Number.NaN }])).toThrow("the score of a is NaN");
    expect(() => inTotalOrder([{ id: "a", score: Infinity }])).toThrow(RangeError);
  });
});
