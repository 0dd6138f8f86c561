/**
 * A batch on an accelerator: all B problems take their Newton steps on the smoothed loss together,
 * in the backend's float32, at a few shrinking widths; then each is finished, polished and
 * certified in float64 from where it stopped. A backend that fails on the way, or returns NaN,
 * costs time and nothing else: the float64 batch runs, and the outcome says so.
 */
import type {
  BackendChoice,
  BackendName,
  BatchEvaluation,
  BatchSession,
} from "#trainer/backend/backend.ts";
import { BackendFailure, triangleSize } from "#trainer/backend/backend.ts";
import { failureReason } from "#trainer/backend/select-backend.ts";
import { refreshSlacks } from "./band.ts";
import type { BatchSolution, WarmStarts } from "./batch.ts";
import { checkResamples, solveBatch, solveResamples } from "./batch.ts";
import { choleskyFactor, choleskySolve } from "./cholesky.ts";
import type { RankingSvmProblem } from "./problem.ts";
import { checkCosts, checkProblem } from "./problem.ts";
import type { SolverSettings } from "./settings.ts";
import { withDefaults } from "./settings.ts";

export interface BatchOutcome {
  readonly solutions: BatchSolution[];
  /** The backend that did the products of the accepted run. */
  readonly backend: BackendName;
  readonly reason: string;
}

/** Smoothing widths of the float32 stage, as shares of the root mean square of the margins m_t. */
const WIDTHS = [4, 1.2, 0.4, 0.12, 0.05];
const STEP_COUNT_MAX = 12;
const HALVING_COUNT_MAX = 6;
/** Smaller relative decreases than this are float32 noise. */
const DECREASE_MIN = 1e-6;
/** Margins of one evaluation: B × T numbers of 4 bytes, a few copies of which the device holds. */
const EVALUATION_SIZE_MAX = 16_000_000;

/** The same solutions as `solveBatch`, by way of the chosen backend. */
export async function solveBatchOn(
  choice: BackendChoice,
  problem: RankingSvmProblem,
  costs: readonly number[],
  resamples: readonly Float64Array[],
  settings: Partial<SolverSettings> = {},
): Promise<BatchOutcome> {
  const chosen = withDefaults(settings);
  checkProblem(problem, chosen.memoryBytesMax);
  checkCosts(costs);
  checkResamples(problem, costs, resamples, chosen);
  const { backend, reason } = choice;
  const inFloat64 = (why: string, name: BackendName = "typescript"): BatchOutcome => ({
    solutions: solveBatch(problem, costs, resamples, chosen),
    backend: name,
    reason: why,
  });
  // The float64 host needs no approximate stage: its warm starts along the path are better.
  if (backend.precision === "float64") return inFloat64(reason, backend.name);
  try {
    const starts = await approximateStarts(choice, problem, costs, resamples);
    const solutions = solveResamples(problem, costs, resamples, starts, chosen);
    const worse = solutions.filter(({ status }) => status !== "optimal").length;
    if (worse > 0) return inFloat64(`${backend.name} left ${worse} problems without a proof`);
    return { solutions, backend: backend.name, reason };
  } catch (error) {
    return inFloat64(`${backend.name} failed while it ran: ${failureReason(backend.name, error)}`);
  }
}

async function approximateStarts(
  { backend }: BackendChoice,
  problem: RankingSvmProblem,
  costs: readonly number[],
  resamples: readonly Float64Array[],
): Promise<WarmStarts> {
  const { rows, columns } = problem.differences;
  const session = backend.openBatch(problem, resamples);
  const batchCount = resamples.length * costs.length;
  const perChunk = Math.max(1, Math.floor(EVALUATION_SIZE_MAX / rows));
  const points = new Float64Array(batchCount * columns);
  const widthUnit = rootMeanSquare(problem.margins);
  try {
    for (let from = 0; from < batchCount; from += perChunk) {
      const members = Array.from(
        { length: Math.min(perChunk, batchCount - from) },
        (_, k) => from + k,
      );
      const chunk = new Lockstep(problem, costs, members);
      for (const width of WIDTHS) await chunk.descend(session, width * widthUnit);
      points.set(chunk.points, from * columns);
    }
    if (!points.every((value) => Number.isFinite(value))) {
      throw new BackendFailure(backend.name, "returned a number that is not finite");
    }
  } finally {
    session.dispose();
  }
  const width = WIDTHS[WIDTHS.length - 1] * widthUnit;
  return {
    place(state, resample, costIndex) {
      const at = (resample * costs.length + costIndex) * columns;
      state.v.set(points.subarray(at, at + columns));
      refreshSlacks(state);
      for (let t = 0; t < rows; t++) {
        state.share[t] = Math.min(1, Math.max(0, state.slack[t] / width + 0.5));
      }
    },
    learn: () => undefined,
  };
}

/** Damped Newton steps of many problems at once; one that no longer improves drops out. */
class Lockstep {
  readonly points: Float64Array;
  readonly #centre: Float64Array;
  readonly #units: Float64Array;
  readonly #resample: Int32Array;
  readonly #columns: number;

  constructor(problem: RankingSvmProblem, costs: readonly number[], members: readonly number[]) {
    const { rows, columns } = problem.differences;
    this.#columns = columns;
    this.#centre = problem.centre ?? new Float64Array(columns);
    this.#units = Float64Array.from(members, (i) => costs[i % costs.length] / rows);
    this.#resample = Int32Array.from(members, (i) => Math.floor(i / costs.length));
    this.points = new Float64Array(members.length * columns);
    for (let k = 0; k < members.length; k++) this.points.set(this.#centre, k * columns);
  }

  async descend(session: BatchSession, width: number): Promise<void> {
    let active = [...this.#units.keys()];
    let here = await this.#evaluate(session, active, width, this.points);
    let values = active.map((i, k) => this.#value(this.points, i, here.loss[k]));
    for (let step = 0; step < STEP_COUNT_MAX && active.length > 0; step++) {
      const steps = active.map((i, k) => this.#newtonStep(i, here, k));
      const lengths = await this.#searchLengths(session, { active, steps, values, width });
      const moved = active.filter((_, k) => lengths[k] > 0);
      for (const [k, i] of active.entries()) this.#move(this.points, i, steps[k], lengths[k]);
      const before = new Map(active.map((i, k) => [i, values[k]]));
      here = await this.#evaluate(session, moved, width, this.points);
      const after = moved.map((i, k) => this.#value(this.points, i, here.loss[k]));
      const kept = moved.map((i, k) => (before.get(i) ?? 0) - after[k] > DECREASE_MIN * after[k]);
      active = moved.filter((_, k) => kept[k]);
      values = after.filter((_, k) => kept[k]);
      here = selectRows(here, kept, this.#columns);
    }
  }

  /** The first of 1, ½, ¼, … at which each problem's value falls; 0 where none does. */
  async #searchLengths(
    session: BatchSession,
    { active, steps, values, width }: SearchState,
  ): Promise<number[]> {
    const lengths = active.map(() => 0);
    let open = [...active.keys()];
    let length = 1;
    for (let k = 0; k < HALVING_COUNT_MAX && open.length > 0; k++) {
      const trial = this.points.slice();
      for (const at of open) this.#move(trial, active[at], steps[at], length);
      const members = open.map((at) => active[at]);
      const { loss } = await this.#evaluate(session, members, width, trial);
      const tried = open;
      open = [];
      for (const [n, at] of tried.entries()) {
        if (this.#value(trial, active[at], loss[n]) < values[at]) lengths[at] = length;
        else open.push(at);
      }
      length /= 2;
    }
    return lengths;
  }

  #evaluate(
    session: BatchSession,
    members: readonly number[],
    width: number,
    from: Float64Array,
  ): Promise<BatchEvaluation> {
    const columns = this.#columns;
    const points = new Float64Array(members.length * columns);
    for (const [k, i] of members.entries()) {
      points.set(from.subarray(i * columns, (i + 1) * columns), k * columns);
    }
    return session.evaluate({
      points,
      units: Float64Array.from(members, (i) => this.#units[i]),
      widths: new Float64Array(members.length).fill(width),
      resample: Int32Array.from(members, (i) => this.#resample[i]),
    });
  }

  /** ½‖v − v₀‖² + loss. */
  #value(points: Float64Array, i: number, loss: number): number {
    let sum = 0;
    for (let j = 0; j < this.#columns; j++) {
      sum += (points[i * this.#columns + j] - this.#centre[j]) ** 2;
    }
    return 0.5 * sum + loss;
  }

  #newtonStep(i: number, { pull, curvature }: BatchEvaluation, k: number): Float64Array {
    const columns = this.#columns;
    const hessian = new Float64Array(columns * columns);
    const step = new Float64Array(columns);
    let at = k * triangleSize(columns);
    for (let j = 0; j < columns; j++) {
      const v = this.points[i * columns + j];
      step[j] = pull[k * columns + j] - (v - this.#centre[j]);
      for (let l = 0; l <= j; l++) hessian[j * columns + l] = curvature[at++];
      hessian[j * columns + j] += 1;
    }
    if (!choleskyFactor(hessian, columns)) return step.fill(0);
    choleskySolve(hessian, columns, step);
    return step;
  }

  #move(points: Float64Array, i: number, step: Float64Array, length: number): void {
    for (let j = 0; j < this.#columns; j++) points[i * this.#columns + j] += length * step[j];
  }
}

interface SearchState {
  readonly active: readonly number[];
  readonly steps: readonly Float64Array[];
  readonly values: readonly number[];
  readonly width: number;
}

function selectRows(
  { loss, pull, curvature }: BatchEvaluation,
  kept: readonly boolean[],
  columns: number,
): BatchEvaluation {
  const rows = (values: BatchEvaluation["loss"], width: number) =>
    Float64Array.from(
      [...kept.keys()]
        .filter((k) => kept[k])
        .flatMap((k) => [...values.subarray(k * width, (k + 1) * width)]),
    );
  return {
    loss: rows(loss, 1),
    pull: rows(pull, columns),
    curvature: rows(curvature, triangleSize(columns)),
  };
}

function rootMeanSquare(margins: Float64Array | undefined): number {
  if (margins === undefined) return 1;
  const sum = margins.reduce((total, margin) => total + margin * margin, 0);
  return Math.sqrt(sum / margins.length) || 1;
}
