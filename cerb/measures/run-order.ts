/**
 * The order of a scored run, by one of three stated tie rules:
 *
 *   product            score descending, then id ascending: the order in which search returns hits
 *   trec_eval          score descending, then id descending: trec_eval 9.0.8 and later
 *   trec_eval_float32  the same with scores kept as 32-bit floats: trec_eval before September 2023
 *                      and pytrec_eval
 *
 * Ids compare by UTF-8 bytes. A measure depends on the rule wherever scores tie, so a report names
 * it and uses one rule for all runs.
 */
import { compareIds, type Scored } from "#core/fusion/total-order.ts";

export type TieRule = "product" | "trec_eval" | "trec_eval_float32";

/** Ids best first. Throws on a score that is not finite. */
export function runOrder(run: readonly Scored[], rule: TieRule): string[] {
  for (const { id, score } of run) {
    if (!Number.isFinite(score)) throw new RangeError(`the score of ${id} is ${score}`);
  }
  const kept = run.map(({ id, score }) => ({
    id,
    score: rule === "trec_eval_float32" ? Math.fround(score) : score,
  }));
  const sign = rule === "product" ? 1 : -1;
  kept.sort((a, b) => b.score - a.score || sign * compareIds(a.id, b.id));
  return kept.map(({ id }) => id);
}
