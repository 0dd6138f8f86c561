/**
 * Meaning features, from the cosine of the embeddings. A candidate without one gets the mean of the
 * pool: it is neither lifted nor sunk for what nobody knows about it.
 */
import type { FeatureContext, FeatureFunction } from "./feature-function.ts";

/** Where the cosines of relevant and irrelevant passages part for bge-small-en-v1.5. */
export const COSINE_CENTRE = 0.6;

/** PostgreSQL gives NaN for the cosine with a zero vector. */
export function isKnownCosine(cosine: number | null | undefined): cosine is number {
  return typeof cosine === "number" && Number.isFinite(cosine);
}

/** The value of each row; the mean of the known ones stands for an unknown one. */
function orMean(values: readonly (number | null | undefined)[]): (row: number) => number {
  const known = values.filter(isKnownCosine);
  let sum = 0;
  for (const value of known) sum += value;
  const mean = known.length > 0 ? sum / known.length : 0;
  return (row) => {
    const value = values[row];
    return isKnownCosine(value) ? value : mean;
  };
}

export function cosines({ pool }: FeatureContext): (row: number) => number {
  return orMean(pool.map(({ cosine }) => cosine));
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
  neighbour_cosine: ({ pool }) => orMean(pool.map(({ neighbourCosine }) => neighbourCosine)),
} as const satisfies Readonly<Record<string, FeatureFunction>>;
