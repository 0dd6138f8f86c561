/**
 * The variants of the ablation as data: which parts of the product each one has. A to E are those of
 * the CHSR-RRF paper (arXiv:2609.02913) as the open protocol defines them: one subject read from the
 * words, a gate on subject, level and paper, no learned model. F is the product. All run through the
 * same app on the same index with the same query vectors.
 */
import { GATE_FIELDS, SCOPE_FIELDS } from "#core/scope/curriculum-scope.ts";
import type { PipelineOptions } from "#edge/ports.ts";
import type { SearchRequest } from "#edge/schemas/search.ts";
import { CERB_CUTOFF } from "#measures/judged-result.ts";

export const VARIANT_NAMES = ["A", "B", "B+", "B+100", "C", "D", "E", "F"] as const;
export type VariantName = (typeof VARIANT_NAMES)[number];

/** Depth at which B+100 filters: all that the product returns at most. */
export const DEEP_CUTOFF = 100;

export interface Variant {
  readonly name: VariantName;
  readonly what: string;
  readonly pipeline: PipelineOptions | undefined;
  readonly request: Pick<SearchRequest, "k" | "rerank" | "expand" | "relax" | "strict">;
  /** Documents outside the gate are taken out of the returned list, and nothing refills it. */
  readonly filtersAfter: boolean;
  /** Ranks with the learned model where there is one. */
  readonly usesModel: boolean;
  /** What the system tells of each document: what leaks (the paper: E alone), what is not verified. */
  readonly marks: "none" | "leakage" | "all";
}

const SOURCE = { gateFields: GATE_FIELDS, singleSubject: true } as const;
const UNGATED = { gateFields: [], singleSubject: true } as const;
const FUSION: Variant["request"] = {
  k: CERB_CUTOFF,
  rerank: false,
  expand: false,
  relax: "none",
  strict: [],
};
const NONE = { filtersAfter: false, usesModel: false, marks: "none" } as const;

const SOURCE_VARIANTS: readonly Variant[] = [
  {
    ...NONE,
    name: "A",
    what: "dense only, gate before",
    pipeline: { ...SOURCE, legs: ["dense"] },
    request: FUSION,
  },
  { ...NONE, name: "B", what: "BM25 + dense, RRF, no gate", pipeline: UNGATED, request: FUSION },
  {
    ...NONE,
    name: "B+",
    what: "B, its 8 filtered afterwards",
    pipeline: UNGATED,
    request: FUSION,
    filtersAfter: true,
  },
  {
    ...NONE,
    name: "B+100",
    what: "B, its first 100 filtered, then cut to 8",
    pipeline: UNGATED,
    request: { ...FUSION, k: DEEP_CUTOFF },
    filtersAfter: true,
  },
  { ...NONE, name: "C", what: "BM25 + dense, RRF, gate before", pipeline: SOURCE, request: FUSION },
  {
    ...NONE,
    name: "D",
    what: "C, metadata-aware rerank, dedupe at 0.75",
    pipeline: SOURCE,
    request: { ...FUSION, rerank: true },
  },
  {
    ...NONE,
    name: "E",
    what: "D, expansion, W1 → W2 → W3 with marks",
    pipeline: SOURCE,
    request: { ...FUSION, rerank: true, expand: true, relax: "W3" },
    marks: "leakage",
  },
];

/** Strict: no widening at all. */
export function variants({ strict }: { readonly strict: boolean }): readonly Variant[] {
  const ours: Variant = {
    name: "F",
    what: strict ? "the product, strict" : "the product",
    pipeline: undefined,
    request: {
      ...FUSION,
      rerank: true,
      expand: true,
      relax: strict ? "none" : "W2",
      strict: strict ? [...SCOPE_FIELDS] : [],
    },
    filtersAfter: false,
    usesModel: true,
    marks: "all",
  };
  return [...SOURCE_VARIANTS, ours];
}

/** Consecutive pairs of the protocol, then ours against the paper's best two. */
export const PAIRS: readonly (readonly [from: VariantName, to: VariantName])[] = [
  ["A", "B"],
  ["B", "B+"],
  ["B+", "C"],
  ["C", "D"],
  ["D", "E"],
  ["E", "F"],
  ["C", "F"],
  ["B", "C"],
];
