/** The name of learned rows: the first sixteen hexadecimal digits of the SHA-256 of their content. */
import { createHash } from "node:crypto";
import type { LearnedRows } from "./learned-rows.ts";

const HASH_DIGITS = 16;

export function learnedVersion({ termWeights, history }: Omit<LearnedRows, "version">): string {
  const content = JSON.stringify([
    termWeights.map(({ language, lexeme, multiplier }) => [language, lexeme, multiplier]),
    history.map(({ queryId, embedding, documentIds }) => [queryId, embedding, documentIds]),
  ]);
  return createHash("sha256").update(content).digest("hex").slice(0, HASH_DIGITS);
}
