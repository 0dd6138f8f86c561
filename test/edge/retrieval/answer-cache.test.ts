import { describe, expect, it } from "vitest";
import {
  ANSWER_CHARS_MAX,
  ANSWER_TTL_MS,
  AnswerCache,
  ANSWERS_CHARS_MAX,
  ANSWERS_MAX,
} from "#edge/retrieval/answer-cache.ts";
import { CURSOR_TTL_MS } from "#edge/retrieval/cursor.ts";

const answer = (length = 1) => ({ stamp: "s", text: "x".repeat(length) });

describe("kept answers", () => {
  it("are at most ANSWERS_MAX, the least recently used goes first", () => {
    const cache = new AnswerCache();
    for (let at = 0; at < ANSWERS_MAX; at += 1) cache.set(String(at), answer(), 0);
    expect(cache.get("0", 0)).toEqual(expect.objectContaining(answer()));
    cache.set("one more", answer(), 0);
    expect(cache.get("1", 0)).toBeUndefined();
    expect(cache.get("0", 0)).toBeDefined();
    expect(cache.get("one more", 0)).toBeDefined();
  });

  it("are at most ANSWER_CHARS_MAX long, and ANSWERS_CHARS_MAX together", () => {
    const cache = new AnswerCache();
    cache.set("long", answer(ANSWER_CHARS_MAX), 0);
    cache.set("too long", answer(ANSWER_CHARS_MAX + 1), 0);
    expect(cache.get("long", 0)).toBeDefined();
    expect(cache.get("too long", 0)).toBeUndefined();
    const fitting = ANSWERS_CHARS_MAX / ANSWER_CHARS_MAX;
    for (let at = 1; at < fitting; at += 1) cache.set(String(at), answer(ANSWER_CHARS_MAX), 0);
    expect(cache.get("long", 0)).toBeDefined();
    cache.set("over", answer(1), 0);
    expect(cache.get("1", 0)).toBeUndefined();
    expect(cache.get("long", 0)).toBeDefined();
  });

  it("give their room back when they are replaced, deleted or too old", () => {
    const cache = new AnswerCache();
    const fitting = ANSWERS_CHARS_MAX / ANSWER_CHARS_MAX;
    for (let at = 0; at < 5 * fitting; at += 1) {
      cache.set("same", answer(ANSWER_CHARS_MAX), 0);
      cache.set(`old-${at}`, answer(ANSWER_CHARS_MAX), 0);
      expect(cache.get(`old-${at}`, ANSWER_TTL_MS)).toBeUndefined();
      cache.set(`deleted-${at}`, answer(ANSWER_CHARS_MAX), 0);
      cache.delete(`deleted-${at}`);
    }
    cache.set("small", answer(), 0);
    expect(cache.get("same", 0)).toBeDefined();
  });

  it("last ANSWER_TTL_MS, less than a cursor in them", () => {
    const cache = new AnswerCache();
    cache.set("a", answer(), 10);
    expect(cache.get("a", 10 + ANSWER_TTL_MS - 1)).toBeDefined();
    expect(cache.get("a", 10 + ANSWER_TTL_MS)).toBeUndefined();
    expect(ANSWER_TTL_MS).toBeLessThan(CURSOR_TTL_MS);
  });
});
