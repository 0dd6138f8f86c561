import fc from "fast-check";
import { expect, test } from "vitest";
import { directionText, vectorText } from "#core/encoder/vector-text.ts";

const parsed = (text: string) => JSON.parse(text) as number[];

test("the text names the same single-precision numbers", () => {
  const values = fc.array(fc.double({ min: -1e15, max: 1e15, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(values, (vector) => {
      // JSON has no negative zero.
      const single = Float32Array.from(vector, (value) => Math.fround(value) + 0);
      expect(Float32Array.from(parsed(vectorText(Array.from(single))))).toEqual(single);
    }),
    { seed: 42 },
  );
});

test("whole numbers stay short, other values have nine digits", () => {
  expect(vectorText([12, -5, 0])).toBe("[12,-5,0]");
  expect(vectorText([1 / 3, 0.1])).toBe("[0.333333333,0.1]");
});

test("only what single precision cannot square is scaled", () => {
  expect(directionText([3, 4])).toBe("[3,4]");
  expect(directionText([1e15, 0])).toBe("[1000000000000000,0]");
  expect(parsed(directionText([3e38, 4e38]))).toEqual([0.6, 0.8]);
  expect(parsed(directionText([3e-40, 4e-40]))).toEqual([0.6, 0.8]);
});
