/** Goal: the share of words that a model's scripts hold, with numbers and signs left out. */
import { expect, test } from "vitest";
import { READABLE_SHARE_MIN, readableShare } from "#core/text/readable-share.ts";

const LATIN = ["Latin", "Greek"];

test.each([
  ["photoelectric effect", 1],
  ["l'œuvre d'Érasme", 1],
  ["Δλ = h", 1],
  ["生态兴则文明兴", 0],
  ["физика волны", 0],
  ["1/f = 1/2 + 1/3", 1],
  ["", 1],
  ["2015年", 0],
  ["DNA 复制", 1 / 3],
])("%s: %d", (text, share) => {
  expect(readableShare(text, LATIN)).toBeCloseTo(share, 12);
});

test("other scripts read other texts; none reads nothing", () => {
  expect(readableShare("生态 effect", ["Han"])).toBeCloseTo(2 / 3, 12);
  expect(readableShare("effect", [])).toBe(0);
  expect(() => readableShare("effect", ["Klingon"])).toThrow(/Klingon/);
});

test("the limit keeps a query with a foreign term and drops one with a borrowed one", () => {
  expect(readableShare("photoelectric effect 光电效应", LATIN)).toBeGreaterThan(READABLE_SHARE_MIN);
  expect(readableShare("DNA复制的过程", LATIN)).toBeLessThan(READABLE_SHARE_MIN);
});
