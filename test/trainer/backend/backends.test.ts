/** The contract suite on every backend that loads here; the GPU is skipped by saying why. */
import { describe, expect, test } from "vitest";
import { BACKEND_NAMES } from "#trainer/backend/backend.ts";
import { selectBackend } from "#trainer/backend/select-backend.ts";
import { backendSuite, plainProduct, relativeError } from "./backend.suite.ts";

for (const name of BACKEND_NAMES) {
  const { backend, fallbacks } = await selectBackend([name]);
  if (backend.name === name) {
    backendSuite(backend);
  } else {
    test(`${name} does not load here and says why: ${fallbacks[0]?.reason}`, () => {
      expect(fallbacks).toHaveLength(1);
      expect(fallbacks[0]!.reason.length).toBeGreaterThan(10);
    });
  }
}

describe("canary: the suite's comparison catches a wrong product", () => {
  const a = { rows: 2, columns: 2, data: Float64Array.of(1, 2, 3, 4) };
  const right = plainProduct(a, a);
  test("the right one passes", () => expect(relativeError(right, right)).toBe(0));
  test("one entry off by 1e-4", () => {
    expect(relativeError([right[0]! + 1e-2, ...right.slice(1)], right)).toBeGreaterThan(2e-5);
  });
  test("NaN is not equal to anything", () => {
    expect(relativeError([Number.NaN, ...right.slice(1)], right)).toBe(Number.POSITIVE_INFINITY);
  });
  test("a short answer", () => {
    expect(relativeError(right.slice(1), right)).toBe(Number.POSITIVE_INFINITY);
  });
});
