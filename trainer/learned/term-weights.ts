/**
 * Learned term weights: a multiplier for every stem of the training queries, starting at 1, so that
 * relevant passages outscore others by a margin:
 *
 *   min ½‖w − 1‖² + c · Σ max(0, m − Σ_t w_t·(x⁺_t − x⁻_t)),   x_t = idf·impact / Σ idf
 *
 * over pairs of a relevant candidate with the first and some random non-relevant ones of the lexical
 * pool. It is the ranking SVM with sparse rows and centre 1 (trainer/solver). What it learns is
 * partly which documents get cited: see the two settings below.
 */
import { stemContributions } from "#core/features/keyword.ts";
import { languageTerms } from "#core/features/language-terms.ts";
import { mulberry32 } from "#significance/mulberry32.ts";
import { shuffled } from "../data/shuffled.ts";
import { isRelevant, type JudgedPool, rowsByFusedRank } from "../data/judged-pool.ts";
import type { SolverStatus } from "../solver/status.ts";
import { solveSparse } from "../solver/sparse-path.ts";
import { compressedRows } from "../solver/sparse-problem.ts";

export interface TermWeightSettings {
  readonly seed: number;
  readonly margin: number;
  /** c, per pair. */
  readonly costPerPair: number;
  readonly firstNegatives: number;
  readonly randomNegatives: number;
}

const PAIRING = { firstNegatives: 3, randomNegatives: 3 };

/** Best where the same passages are asked for again; remembers them (measured: README). */
export const TERM_WEIGHTS_RECURRING = { ...PAIRING, margin: 1, costPerPair: 0.5 };
/** Best on passages that no training query asked for. */
export const TERM_WEIGHTS_DISJOINT = { ...PAIRING, margin: 0.6, costPerPair: 0.1 };

/** A certified gap of this size moves no weight by more than rounding of the served number. */
const GAP_REL_MAX = 1e-6;

export interface TermWeights {
  /** By `stemKey`; stems that are absent keep 1. */
  readonly multipliers: ReadonlyMap<string, number>;
  readonly pairs: number;
  readonly status: SolverStatus;
  readonly gapRel: number;
}

/** One multiplier as the search statement reads it. */
export interface TermWeightRow {
  readonly language: string;
  readonly lexeme: string;
  readonly multiplier: number;
}

/** The same letters are another stem in another language. */
export const stemKey = ({ language, lexeme }: Omit<TermWeightRow, "multiplier">): string =>
  `${language} ${lexeme}`;

export function termWeightRows({ multipliers }: Pick<TermWeights, "multipliers">): TermWeightRow[] {
  return [...multipliers].map(([key, multiplier]) => {
    const space = key.indexOf(" ");
    return { language: key.slice(0, space), lexeme: key.slice(space + 1), multiplier };
  });
}

type SparseRow = ReadonlyMap<string, number>;

export function trainTermWeights(
  pools: readonly JudgedPool[],
  settings: TermWeightSettings,
): TermWeights {
  const rows = pairRows(pools, settings);
  if (rows.length === 0) {
    return { multipliers: new Map(), pairs: 0, status: "optimal", gapRel: 0 };
  }
  const columns = new Map<string, number>();
  for (const row of rows) {
    for (const stem of row.keys()) if (!columns.has(stem)) columns.set(stem, columns.size);
  }
  const [solution] = solveSparse(
    {
      differences: compressedRows(rows, columns),
      margins: new Float64Array(rows.length).fill(settings.margin),
      centre: new Float64Array(columns.size).fill(1),
    },
    [settings.costPerPair * rows.length],
    { tolGapRel: GAP_REL_MAX },
  );
  const { weights, status, certificate } = solution!;
  const multipliers = new Map([...columns].map(([stem, column]) => [stem, weights[column]!]));
  return { multipliers, pairs: rows.length, status, gapRel: certificate.gapRel };
}

function pairRows(pools: readonly JudgedPool[], settings: TermWeightSettings): SparseRow[] {
  const next = mulberry32(settings.seed);
  return pools.flatMap((pool) => {
    const ordered = rowsByFusedRank(pool);
    const negatives = ordered.filter((row) => !isRelevant(pool, row));
    const first = negatives.slice(0, settings.firstNegatives);
    const others = negatives.slice(settings.firstNegatives);
    return ordered
      .filter((row) => isRelevant(pool, row))
      .flatMap((better) => {
        const random = shuffled(others, next).slice(0, settings.randomNegatives);
        const positive = contributionsOf(pool, better);
        return [...first, ...random].map((worse) =>
          difference(positive, contributionsOf(pool, worse)),
        );
      });
  });
}

function contributionsOf({ statistics, candidates }: JudgedPool, row: number): SparseRow {
  const candidate = candidates[row]!;
  const language = languageTerms(statistics, candidate.language);
  return new Map(
    stemContributions(candidate, language).map(({ term, value }) => [
      stemKey(statistics.stems[term]!),
      value,
    ]),
  );
}

function difference(better: SparseRow, worse: SparseRow): SparseRow {
  const row = new Map(better);
  for (const [stem, value] of worse) row.set(stem, (row.get(stem) ?? 0) - value);
  return row;
}
