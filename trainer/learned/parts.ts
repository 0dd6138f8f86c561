/**
 * What a night can learn beside its weights, and which features each part adds to a model. All of them
 * are partly memory of judged passages (design §9).
 */
import { DEFAULT_FEATURES, type FeatureId } from "#core/features/feature-registry.ts";

/** In the order in which a night tries them. */
export const LEARNED_PARTS = ["term-weights", "adapter", "history"] as const;

export type LearnedPart = (typeof LEARNED_PARTS)[number];

const FEATURES_OF: Readonly<Record<LearnedPart, readonly FeatureId[]>> = {
  "term-weights": ["term_weight"],
  adapter: ["adapter_cosine"],
  history: ["history_75", "history_80", "history_85"],
};

/** The features of a model with these parts, in its order. */
export const featuresWith = (parts: readonly LearnedPart[]): readonly FeatureId[] => [
  ...DEFAULT_FEATURES,
  ...parts.flatMap((part) => FEATURES_OF[part]),
];
