import fc from "fast-check";
import { expect, test } from "vitest";
import {
  readRetryAfter,
  RETRY_AFTER_SECONDS_MAX,
  RETRY_BACKOFF_MS_MAX,
  RETRY_BASE_MS,
  retryDelayMs,
} from "#edge/client/retry-delay.ts";

const SEED = 42;
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test(`the wait is drawn below a bound that doubles up to a limit (seed ${SEED})`, () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), random, (failed, chance) => {
      const delay = retryDelayMs(failed, null, chance);
      const bound = Math.min(RETRY_BACKOFF_MS_MAX, RETRY_BASE_MS * 2 ** failed);
      expect(delay).toBeCloseTo(chance * bound, 6);
    }),
    { seed: SEED },
  );
  expect([1, 2, 3, 9].map((failed) => retryDelayMs(failed, null, 0.5))).toEqual([
    250, 500, 1000, 4000,
  ]);
});

test(`a Retry-After is never undercut, one that is too long ends the tries (seed ${SEED})`, () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: RETRY_AFTER_SECONDS_MAX }), random, (seconds, chance) => {
      const delay = retryDelayMs(1, seconds, chance);
      expect(delay).toBeGreaterThanOrEqual(seconds * 1000);
      expect(delay).toBeLessThanOrEqual(seconds * 1000 + RETRY_BASE_MS);
    }),
    { seed: SEED },
  );
  expect(retryDelayMs(1, RETRY_AFTER_SECONDS_MAX + 1, 0)).toBeNull();
});

test("Retry-After is read as seconds or as a date, anything else is absent", () => {
  const now = Date.UTC(2026, 0, 1, 0, 0, 0);
  const read = (header: string | null) => readRetryAfter(header, now);
  expect(read("7")).toBe(7);
  expect(read(" 0 ")).toBe(0);
  expect(read("Thu, 01 Jan 2026 00:00:30 GMT")).toBe(30);
  expect(read("Wed, 31 Dec 2025 00:00:00 GMT")).toBe(0);
  for (const header of [null, "", "soon", "-1", "1.5", "9999999999", "Xyz, 99"]) {
    expect([header, read(header)]).toEqual([header, null]);
  }
});
