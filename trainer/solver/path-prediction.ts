/**
 * Where the next C of a path starts. Between changes of the three sets the solution is affine in
 * 1/C or in C (Hastie, Rosset, Tibshirani & Zhu, The entire regularization path for the support
 * vector machine, JMLR 5, 2004), and where the path settles it goes with 1/C: v is moved on along
 * its last step in 1/C. The first smoothing width follows how far the last guess was from its
 * solution, so that a good guess costs a narrow band. A bad guess costs time, never accuracy: the
 * band widens again, and the certificate knows nothing of guesses.
 */
import type { PathState } from "./band.ts";
import { refreshSlacks } from "./band.ts";

export interface Prediction {
  /** Share of the root mean square of the slacks, as in the settings; at most the setting. */
  firstWidth: number;
  readonly firstWidthMax: number;
  /** The slacks of the last guess. */
  readonly guess: Float64Array;
  /** Solution before the last one and the last one, each with its 1/C; empty at the start. */
  readonly solved: { readonly inverseCost: number; readonly v: Float64Array }[];
  inverseCost: number;
}

/** The first width as a share of the root mean square change from guess to solution. */
const WIDTH_OF_MISS = 0.5;
/** A step of the path is continued by at most itself. */
const STEP_SHARE_MAX = 1;
const SOLVED_COUNT_MAX = 2;

export function createPrediction(state: PathState, firstWidthMax: number): Prediction {
  const guess = state.kernels.float64(state.rows);
  return { firstWidth: firstWidthMax, firstWidthMax, guess, solved: [], inverseCost: 0 };
}

/** Moves v of the state to where its solution at `cost` is expected; the shares stay. */
export function predict(prediction: Prediction, state: PathState, cost: number): void {
  const { solved, guess } = prediction;
  prediction.inverseCost = 1 / cost;
  if (solved.length === SOLVED_COUNT_MAX) {
    const [before, last] = solved;
    const step = last.inverseCost - before.inverseCost;
    const next = prediction.inverseCost - last.inverseCost;
    const share = step === 0 ? 0 : Math.min(STEP_SHARE_MAX, next / step);
    for (let j = 0; j < state.columns; j++) state.v[j] += share * (last.v[j] - before.v[j]);
    refreshSlacks(state);
  }
  guess.set(state.slack);
}

/** Compares the solution that the state now holds with the guess. */
export function learnMiss(prediction: Prediction, state: PathState): void {
  const { solved, guess, firstWidthMax } = prediction;
  const { rows, slack } = state;
  let missed = 0;
  let all = 0;
  for (let t = 0; t < rows; t++) {
    const miss = slack[t] - guess[t];
    missed += miss * miss;
    all += slack[t] * slack[t];
  }
  const share = all > 0 ? WIDTH_OF_MISS * Math.sqrt(missed / all) : firstWidthMax;
  prediction.firstWidth = Math.min(firstWidthMax, share);
  if (solved.length === SOLVED_COUNT_MAX) solved.shift();
  solved.push({ inverseCost: prediction.inverseCost, v: state.v.slice() });
}
