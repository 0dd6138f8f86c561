/**
 * From which cosine a hit counts as on the topic, by embedding model: cosines of different models are
 * not comparable. Measured on 78 hand-written questions (English, French, German, Spanish) against
 * 11 scopes of the shipped corpora, best hit of each, questions of other subjects as the off-topic
 * side. A lower limit would call a miss an answer and hide that the scope holds none.
 *
 *   multilingual-e5-small  122 on, 492 off  AUC 0.931  0.858: 0.52 of on-topic, 0.02 of off-topic
 *   bge-small-en-v1.5       34 on, 139 off  AUC 0.975  0.70: 0.79 of on-topic, 0.01 of off-topic
 *
 * A margin over the pool's median or over the corpus' centre was no better at 2 % (0.28 and 0.48).
 */
import type { EncodedQuery } from "./encode-query.ts";

const COSINE_MIN: Readonly<Record<string, number>> = {
  "multilingual-e5-small": 0.86,
  "bge-small-en-v1.5": 0.7,
};

/** Null: no limit is known for this model, or the vector only stands in for the model's own. */
export function cosineMin({ vector, encoder }: EncodedQuery, model: string): number | null {
  if (vector === null || encoder === "table") return null;
  return COSINE_MIN[model] ?? null;
}
