/**
 * Memory features: what earlier judgments say about this very document. They are worth having where
 * the same things are asked again, and they say nothing about passages that nobody judged, so a model
 * holds them beside features without memory and its report names both figures (design §9).
 */
import { type FeatureFunction, perCandidate } from "./feature-function.ts";
import { cosines, isKnownCosine } from "./meaning.ts";

/** Below these cosines a judged query says more about the topic than about the question. */
export const HISTORY_THRESHOLDS = { history_75: 0.75, history_80: 0.8, history_85: 0.85 } as const;

const historyAbove = (threshold: number): FeatureFunction =>
  perCandidate(({ historyCosine }) =>
    isKnownCosine(historyCosine) ? Math.max(0, historyCosine - threshold) : 0,
  );

export const MEMORY_FEATURES = {
  adapter_cosine: (context) => {
    const cosineOf = cosines(context);
    return (row) => {
      const { adaptedScore } = context.pool[row]!;
      return isKnownCosine(adaptedScore) ? adaptedScore : cosineOf(row);
    };
  },
  history_75: historyAbove(HISTORY_THRESHOLDS.history_75),
  history_80: historyAbove(HISTORY_THRESHOLDS.history_80),
  history_85: historyAbove(HISTORY_THRESHOLDS.history_85),
} as const satisfies Readonly<Record<string, FeatureFunction>>;
