/** What `extractScope` reads in the words of a query, with the evidence for each value. */
import type { ScopeField } from "./curriculum-scope.ts";

export interface ExtractedValue {
  readonly field: ScopeField;
  /** Canonical values of the vocabulary; years as numbers. */
  readonly values: readonly (string | number)[];
  /** Half-open range [start, end) in UTF-16 code units of the query as it was sent. */
  readonly span: readonly [number, number];
  /** Name of the rule that fired ("subject", "subject_typo", "year_range", "implied_by_exam" ...). */
  readonly rule: string;
  /** 0..1; at or above HARD_CONFIDENCE the value becomes part of the gate. */
  readonly confidence: number;
}

export const HARD_CONFIDENCE = 0.9;

/** Below it a value is a mere mention ("history of the periodic table"): recorded, not read. */
export const READ_CONFIDENCE = 0.5;

/** A mere mention: "history of the periodic table", "Ohm's law", "buffer solution". */
export const MENTION_CONFIDENCE = 0.3;

export interface ScopeExtraction {
  /** Ordered by span start, then field. Several entries of one field form a set. */
  readonly extracted: readonly ExtractedValue[];
  /** Values that the query rules out ("not chemistry"), with their evidence. */
  readonly excluded: readonly ExtractedValue[];
  /** Fields that words which no rule has judged seem to name (detect/); a value may have been read beside. */
  readonly detected: readonly ScopeField[];
  /** The query without the words that named a scope, for matching topics; may be empty. */
  readonly topicText: string;
}

/** Of a search without words. */
export const NO_EXTRACTION: ScopeExtraction = {
  extracted: [],
  excluded: [],
  detected: [],
  topicText: "",
};
