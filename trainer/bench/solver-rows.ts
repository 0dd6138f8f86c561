/**
 * One row of the solver suite: our time and certificate for a problem, and those of the rivals that
 * are installed, in turns. A rival that misses the optimum by more than 1e-6 at some C is shown
 * with its error and is not a time to beat.
 */
import type { Certificate } from "#trainer/solver/certificate.ts";
import type { RivalName, RivalPath } from "./liblinear.ts";
import { RIVALS } from "./liblinear.ts";
import { median, takeTurns } from "./measure.ts";

export interface SolverRow {
  readonly problem: string;
  readonly method: string;
  /** Optimisation problems solved. */
  readonly problems: number;
  readonly msMedian: number;
  readonly msAll: readonly number[];
  /** Our first call on this problem, before the engine has compiled the loops; null for a rival. */
  readonly msFirst: number | null;
  /** Our median divided by that of the converged rival; null where there is none. */
  readonly ratioToLiblinear: number | null;
  /** Largest proved relative gap; null for a rival, which proves none. */
  readonly gapRelMax: number | null;
  /** Largest relative distance of an objective to the certified optimum. */
  readonly errorMax: number | null;
  readonly statuses: Readonly<Record<string, number>>;
  readonly note: string;
}

export interface Contest {
  readonly problem: string;
  readonly method: string;
  readonly problems: number;
  readonly repetitions: number;
  /** Calls before the clock starts: compiling the loops is a cost of the process, not of a path. */
  readonly warmUps: number;
  /** Solves everything once and returns its certificates. */
  readonly ours: () => Promise<readonly Certificate[]>;
  readonly rivals: Readonly<Partial<Record<RivalName, () => RivalPath>>>;
  /** Relative distance of a rival's weights to the optimum at cost number i. */
  readonly errorOf: (weights: Float64Array, index: number) => number;
  /** A rival's time counts this often: it solved only a share of the problems. */
  readonly rivalFactor: number;
  readonly note: string;
}

/** Error up to which a rival counts as converged. */
const CONVERGED_ERROR_MAX = 1e-6;

export async function runContest(contest: Contest): Promise<SolverRow[]> {
  let certificates: readonly Certificate[] = [];
  const paths = new Map<RivalName, RivalPath>();
  const present = RIVALS.filter((name) => contest.rivals[name] !== undefined);
  const contenders: Record<string, () => Promise<number>> = {
    ours: async () => {
      const started = performance.now();
      certificates = await contest.ours();
      return performance.now() - started;
    },
  };
  for (const name of present) {
    contenders[name] = async () => {
      const path = contest.rivals[name]!();
      paths.set(name, path);
      return contest.rivalFactor * path.ms.reduce((sum, ms) => sum + ms, 0);
    };
  }
  const msFirst = await contenders["ours"]!();
  for (let k = 0; k < contest.warmUps; k++) await contenders["ours"]!();
  const times = await takeTurns(contenders, contest.repetitions);
  const rivals = present.map((name) => rivalRow(contest, name, times[name]!, paths.get(name)!));
  const ours = ourRow(contest, { first: msFirst, all: times["ours"]! }, certificates);
  const [converged] = rivals
    .filter(({ statuses }) => statuses["not converged"] === undefined)
    .toSorted((a, b) => a.msMedian - b.msMedian);
  if (converged !== undefined) {
    return [{ ...ours, ratioToLiblinear: ours.msMedian / converged.msMedian }, ...rivals];
  }
  const partial = partialRatio(contest, certificates, paths.get("liblinear"));
  return [{ ...ours, ...partial }, ...rivals];
}

/** The ratio over the C at which the capped rival did converge, from the last turn of each. */
function partialRatio(
  { errorOf, note }: Contest,
  certificates: readonly Certificate[],
  path: RivalPath | undefined,
): Partial<SolverRow> {
  if (path === undefined) return {};
  const reached = [...path.weights.keys()].filter(
    (i) => errorOf(path.weights[i]!, i) <= CONVERGED_ERROR_MAX,
  );
  if (reached.length === 0) return {};
  const total = (ms: (i: number) => number) => reached.reduce((sum, i) => sum + ms(i), 0);
  const ratio = total((i) => certificates[i]!.ms) / total((i) => path.ms[i]!);
  const over = `ratio over the ${reached.length} of ${path.weights.length} C that it solved`;
  return { ratioToLiblinear: ratio, note: [note, over].filter((text) => text !== "").join("; ") };
}

function ourRow(
  { problem, method, problems, note }: Contest,
  ms: { readonly first: number; readonly all: readonly number[] },
  certificates: readonly Certificate[],
): SolverRow {
  const statuses: Record<string, number> = {};
  for (const { status } of certificates) statuses[status] = (statuses[status] ?? 0) + 1;
  const gapRelMax = Math.max(...certificates.map(({ gapRel }) => Math.abs(gapRel)));
  return {
    problem,
    method,
    problems,
    msMedian: median(ms.all),
    msAll: ms.all,
    msFirst: ms.first,
    ratioToLiblinear: null,
    gapRelMax,
    errorMax: gapRelMax,
    statuses,
    note,
  };
}

function rivalRow(
  { problem, problems, errorOf, rivalFactor }: Contest,
  name: RivalName,
  ms: readonly number[],
  path: RivalPath,
): SolverRow {
  const errors = path.weights.map(errorOf);
  const missed = errors.filter((error) => error > CONVERGED_ERROR_MAX).length;
  const solved = errors.length - missed;
  const extrapolated = rivalFactor === 1 ? "" : `extrapolated from ${errors.length} problems`;
  return {
    problem,
    method: name,
    problems,
    msMedian: median(ms),
    msAll: ms,
    msFirst: null,
    ratioToLiblinear: null,
    gapRelMax: null,
    errorMax: Math.max(...errors),
    statuses: {
      ...(solved > 0 ? { converged: solved } : {}),
      ...(missed > 0 ? { "not converged": missed } : {}),
    },
    note: extrapolated,
  };
}

export const ROW_COLUMNS = [
  "problem",
  "method",
  "problems",
  "ms median",
  "ms first",
  "÷ converged LIBLINEAR",
  "gap or error",
  "statuses",
  "note",
] as const;

export function rowCells(row: SolverRow): string[] {
  return [
    row.problem,
    row.method,
    String(row.problems),
    row.msMedian.toFixed(row.msMedian < 100 ? 1 : 0),
    row.msFirst === null ? "–" : row.msFirst.toFixed(row.msFirst < 100 ? 1 : 0),
    row.ratioToLiblinear === null ? "–" : row.ratioToLiblinear.toFixed(3),
    (row.gapRelMax ?? row.errorMax ?? Number.NaN).toExponential(1),
    Object.entries(row.statuses)
      .map(([status, count]) => `${count} ${status}`)
      .join(", "),
    row.note,
  ];
}
