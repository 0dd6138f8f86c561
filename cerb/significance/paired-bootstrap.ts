/**
 * Paired bootstrap over n differences δ_i (Efron and Tibshirani, 1993, percentile interval). Each
 * of N resamples draws n of them with replacement, index = floor(u·n); δ* is their mean.
 *
 *   interval  values ⌈N·(1 − c)/2⌉ and ⌈N·(1 + c)/2⌉ of the sorted δ*, counting from 1
 *   p         min(1, 2·min(#(δ* ≤ 0) + 1, #(δ* ≥ 0) + 1) / (N + 1))
 *   pShift    #(|δ* − mean| ≥ |mean| − 1e-12) / N, the shifted test
 *
 * Resample sums below 1e-12 in size are 0 and count on both sides: float sums of cancelling
 * differences leave such remainders. The generator is seeded afresh in every call.
 */
import { mulberry32 } from "./mulberry32.ts";

export const RESAMPLES_DEFAULT = 1000;
export const SEED_DEFAULT = 42;
export const CONFIDENCE_DEFAULT = 0.95;
export const RESAMPLES_MAX = 1_000_000;
const ZERO_MAX = 1e-12;

export interface BootstrapOptions {
  readonly resamples?: number;
  readonly seed?: number;
  /** Coverage of the interval, between 0 and 1. */
  readonly confidence?: number;
}

export interface BootstrapTest {
  readonly count: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly atMostZero: number;
  readonly atLeastZero: number;
  readonly p: number;
  readonly pShift: number;
  readonly resamples: number;
  readonly seed: number;
}

function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return Math.abs(sum) < ZERO_MAX ? 0 : sum;
}

function resampledMeans(values: readonly number[], resamples: number, seed: number): Float64Array {
  const next = mulberry32(seed);
  return Float64Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw += 1) {
      sum += values[Math.floor(next() * values.length)]!;
    }
    return Math.abs(sum) < ZERO_MAX ? 0 : sum / values.length;
  });
}

/** 1-based order statistic; 0.025 · N must not rise by a rounding error. */
function orderStatistic(sorted: Float64Array, share: number): number {
  return sorted[Math.max(1, Math.ceil(share * sorted.length - 1e-9)) - 1]!;
}

function checked({ resamples, confidence }: Required<BootstrapOptions>): void {
  if (!Number.isInteger(resamples) || resamples < 1 || resamples > RESAMPLES_MAX) {
    throw new RangeError(`resamples must be an integer from 1 to ${RESAMPLES_MAX}: ${resamples}`);
  }
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`confidence must lie between 0 and 1: ${confidence}`);
  }
}

/** Null when there is no difference to resample. */
export function pairedBootstrap(
  differences: readonly number[],
  options: BootstrapOptions = {},
): BootstrapTest | null {
  const { resamples = RESAMPLES_DEFAULT, seed = SEED_DEFAULT } = options;
  const { confidence = CONFIDENCE_DEFAULT } = options;
  checked({ resamples, seed, confidence });
  if (differences.length === 0) return null;
  const mean = sumOf(differences) / differences.length;
  const means = resampledMeans(differences, resamples, seed);
  let atMostZero = 0;
  let atLeastZero = 0;
  let shifted = 0;
  for (const resampled of means) {
    if (resampled <= 0) atMostZero += 1;
    if (resampled >= 0) atLeastZero += 1;
    if (Math.abs(resampled - mean) >= Math.abs(mean) - ZERO_MAX) shifted += 1;
  }
  const sorted = means.toSorted();
  return {
    count: differences.length,
    mean,
    low: orderStatistic(sorted, (1 - confidence) / 2),
    high: orderStatistic(sorted, (1 + confidence) / 2),
    atMostZero,
    atLeastZero,
    p: Math.min(1, (2 * Math.min(atMostZero + 1, atLeastZero + 1)) / (resamples + 1)),
    pShift: shifted / resamples,
    resamples,
    seed,
  };
}

export interface MeanInterval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The mean of a measure with its percentile interval; null when there is no value. */
export function meanInterval(
  values: readonly number[],
  options: BootstrapOptions = {},
): MeanInterval | null {
  const test = pairedBootstrap(values, options);
  return test === null ? null : { value: test.mean, low: test.low, high: test.high };
}
