/**
 * Meaning features, from the cosine of the embeddings. A candidate without one gets the mean of the
 * pool: it is neither lifted nor sunk for what nobody knows about it.
 */
import type { FeatureContext, FeatureFunction } from "./feature-function.ts";

/** Where the cosines of relevant and irrelevant passages part for bge-small-en-v1.5. */
export const COSINE_CENTRE = 0.6;

/** PostgreSQL gives NaN for the cosine with a zero vector. */
export function isKnownCosine(cosine: number | null): cosine is number {
  return cosine !== null && Number.isFinite(cosine);
}

function cosines({ pool }: FeatureContext): (row: number) => number {
  const known = pool.map(({ cosine }) => cosine).filter(isKnownCosine);
  let sum = 0;
  for (const cosine of known) sum += cosine;
  const mean = known.length > 0 ? sum / known.length : 0;
  return (row) => {
    const { cosine } = pool[row]!;
    return isKnownCosine(cosine) ? cosine : mean;
  };
}

function curved(cosine: number): number {
  const distance = cosine - COSINE_CENTRE;
  return Math.sign(distance) * distance ** 2;
}

export const MEANING_FEATURES = {
  cosine: cosines,
  cosine_curved: (context) => {
    const cosineOf = cosines(context);
    return (row) => curved(cosineOf(row));
  },
} as const satisfies Readonly<Record<string, FeatureFunction>>;
