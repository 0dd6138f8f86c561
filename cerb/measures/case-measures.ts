/**
 * The registry of the measures that the benchmark reports for a case. The order is the order of the
 * tables. Formulas, citations and tie rules stand in each measure's file; all lists are taken in
 * the order returned, without repetitions, cut to K = 8.
 */
import {
  fullContamination,
  gateContamination,
  markedAdmissible,
  silentContamination,
  unstatedContamination,
} from "./contamination.ts";
import { exactScopeSuccess, exactScopeSuccessWithRelevance } from "./exact-scope-success.ts";
import { facetCoverage } from "./facet-coverage.ts";
import { CERB_CUTOFF, type JudgedResult, returnedIds } from "./judged-result.ts";
import { fullLeakage, gateLeakage } from "./leakage.ts";
import { normalizedDiscountedGain } from "./ndcg.ts";
import { precision } from "./precision.ts";
import { cappedRecall, recall } from "./recall.ts";

export interface CaseMeasure {
  readonly id: string;
  readonly title: string;
  readonly formula: string;
  readonly better: "higher" | "lower";
  readonly undefinedWhen: string;
  /** Between 0 and 1, or null where it is undefined. */
  readonly valueOf: (result: JudgedResult) => number | null;
}

const NO_RELEVANT = "no document is relevant";
const NO_GATE = "no gate field is constrained";
const NEVER = "never";
const NO_TARGET = "the target states no field";

export const CASE_MEASURES = [
  {
    id: "ndcg8",
    title: "nDCG@8",
    formula: "Σ grade / log2(rank + 1), over the same for the ideal order",
    better: "higher",
    undefinedWhen: NO_RELEVANT,
    valueOf: (result) =>
      normalizedDiscountedGain(returnedIds(result), result.labels.grades, CERB_CUTOFF),
  },
  {
    id: "recall8",
    title: "R@8",
    formula: "relevant returned / relevant",
    better: "higher",
    undefinedWhen: NO_RELEVANT,
    valueOf: (result) => recall(returnedIds(result), result.labels.grades, CERB_CUTOFF),
  },
  {
    id: "recall8Capped",
    title: "R@8 capped",
    formula: "relevant returned / min(8, relevant)",
    better: "higher",
    undefinedWhen: NO_RELEVANT,
    valueOf: (result) => cappedRecall(returnedIds(result), result.labels.grades, CERB_CUTOFF),
  },
  {
    id: "precision8",
    title: "P@8",
    formula: "relevant returned / 8",
    better: "higher",
    undefinedWhen: NO_RELEVANT,
    valueOf: (result) => precision(returnedIds(result), result.labels.grades, CERB_CUTOFF),
  },
  {
    id: "gateLeakage",
    title: "gate leakage",
    formula: "returned outside the gate / returned",
    better: "lower",
    undefinedWhen: NO_GATE,
    valueOf: gateLeakage,
  },
  {
    id: "fullLeakage",
    title: "full-tuple leakage",
    formula: "returned outside the scope / returned",
    better: "lower",
    undefinedWhen: NEVER,
    valueOf: fullLeakage,
  },
  {
    id: "gateContamination",
    title: "gate contamination",
    formula: "1 if any returned is outside the gate",
    better: "lower",
    undefinedWhen: NO_GATE,
    valueOf: gateContamination,
  },
  {
    id: "fullContamination",
    title: "full-tuple contamination",
    formula: "1 if any returned is outside the scope",
    better: "lower",
    undefinedWhen: NEVER,
    valueOf: fullContamination,
  },
  {
    id: "silentContamination",
    title: "silent contamination",
    formula: "1 if any returned is outside the scope and not fully marked",
    better: "lower",
    undefinedWhen: NEVER,
    valueOf: silentContamination,
  },
  {
    id: "unstatedContamination",
    title: "unstated contamination",
    formula: "1 if any returned is outside the scope and not said to be",
    better: "lower",
    undefinedWhen: NEVER,
    valueOf: unstatedContamination,
  },
  {
    id: "markedAdmissible",
    title: "admissible but marked",
    formula: "admissible with a mark / admissible",
    better: "lower",
    undefinedWhen: "nothing admissible is returned",
    valueOf: markedAdmissible,
  },
  {
    id: "ess",
    title: "exact-scope success",
    formula: "1 if any returned is scope-correct",
    better: "higher",
    undefinedWhen: NO_TARGET,
    valueOf: exactScopeSuccess,
  },
  {
    id: "essPlus",
    title: "exact-scope success with relevance",
    formula: "1 if any returned is scope-correct and relevant",
    better: "higher",
    undefinedWhen: NO_TARGET,
    valueOf: exactScopeSuccessWithRelevance,
  },
  {
    id: "facetCoverage",
    title: "facet coverage",
    formula: "share of the relevant values of a set-valued field that are covered",
    better: "higher",
    undefinedWhen: "no field has two values with relevant documents",
    valueOf: facetCoverage,
  },
  {
    id: "empty",
    title: "empty lists",
    formula: "1 if nothing was returned",
    better: "lower",
    undefinedWhen: NEVER,
    valueOf: ({ returned }) => Number(returned.length === 0),
  },
] as const satisfies readonly CaseMeasure[];

export type CaseMeasureId = (typeof CASE_MEASURES)[number]["id"];
