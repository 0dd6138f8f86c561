/**
 * A vector in pgvector's text form. Nine significant digits name every single-precision number, and
 * the database keeps no more; a shorter text is sent and read faster.
 */
import { unitVector } from "./unit-vector.ts";

const SINGLE_PRECISION_DIGITS = 9;
/** Between these, single precision holds the squares of 4,000 values and their sum. */
const LARGEST_VALUE = { min: 1e-15, max: 1e15 } as const;

export function vectorText(vector: readonly number[]): string {
  const values = vector.map((value) =>
    Number.isInteger(value) ? value : Number(value.toPrecision(SINGLE_PRECISION_DIGITS)),
  );
  return `[${values.join(",")}]`;
}

/** For a vector of which the database keeps the direction: scaled only where it has to be. */
export function directionText(vector: readonly number[]): string {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const isSafe = largest >= LARGEST_VALUE.min && largest <= LARGEST_VALUE.max;
  return vectorText(isSafe ? vector : (unitVector(vector) ?? []));
}
