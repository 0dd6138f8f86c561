/** Answers of one isolate, kept for repeats: bounded in number, size and age, least recently used first. */

/** Answers kept. */
export const ANSWERS_MAX = 500;
/** Characters of all kept answers together; an isolate has 128 MB, most text is one byte a character. */
export const ANSWERS_CHARS_MAX = 8 * 1024 * 1024;
/** A hundred hits with long texts are not kept: few of them would fill the memory. */
export const ANSWER_CHARS_MAX = 256 * 1024;
/** Well under CURSOR_TTL_MS, so that the cursor of a kept answer can still be followed. */
export const ANSWER_TTL_MS = 5 * 60 * 1000;

export interface KeptAnswer {
  /** Versions of everything that the answer was made from. */
  readonly stamp: string;
  readonly text: string;
}

export class AnswerCache {
  readonly #answers = new Map<string, KeptAnswer & { readonly keptAt: number }>();
  #chars = 0;

  /** `now` in milliseconds. */
  get(key: string, now: number): KeptAnswer | undefined {
    const kept = this.#answers.get(key);
    if (kept === undefined) {
      return undefined;
    }
    this.delete(key);
    if (now - kept.keptAt >= ANSWER_TTL_MS) {
      return undefined;
    }
    this.#answers.set(key, kept);
    this.#chars += kept.text.length;
    return kept;
  }

  set(key: string, answer: KeptAnswer, now: number): void {
    this.delete(key);
    if (answer.text.length > ANSWER_CHARS_MAX) {
      return;
    }
    this.#answers.set(key, { ...answer, keptAt: now });
    this.#chars += answer.text.length;
    while (this.#answers.size > ANSWERS_MAX || this.#chars > ANSWERS_CHARS_MAX) {
      this.delete(this.#answers.keys().next().value!);
    }
  }

  delete(key: string): void {
    const kept = this.#answers.get(key);
    if (kept !== undefined) {
      this.#answers.delete(key);
      this.#chars -= kept.text.length;
    }
  }
}
