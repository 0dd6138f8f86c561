/** Scaling to length 1 at any magnitude, and what has no direction. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { unitVector } from "#core/encoder/unit-vector.ts";

it("has length 1 and the direction it had, whatever its length was", () => {
  const direction = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(direction, fc.integer({ min: -290, max: 300 }), (values, exponent) => {
      const given = values.map((value) => (Math.abs(value) < 1e-3 ? 0 : value) * 10 ** exponent);
      const unit = unitVector(given);
      if (given.every((value) => value === 0)) {
        expect(unit).toBeNull();
        return;
      }
      expect(Math.hypot(...unit!)).toBeCloseTo(1, 12);
      const most = given.findIndex((value) => Math.abs(value) === Math.max(...given.map(Math.abs)));
      for (const [index, value] of given.entries()) {
        expect(unit![index]! / unit![most]!).toBeCloseTo(value / given[most]!, 9);
      }
    }),
    { seed: 42, numRuns: 300 },
  );
});

it.each([[[]], [[0, -0]], [[Number.NaN, 1]], [[Number.POSITIVE_INFINITY, 1]]])(
  "%j has no direction",
  (values) => {
    expect(unitVector(values)).toBeNull();
  },
);
