/** Run records to judged cases: every measure, the outcome class and, where it failed, the cause. */
import { CASE_MEASURES, type CaseMeasureId } from "#measures/case-measures.ts";
import { type JudgedResult, judgeResult } from "#measures/judged-result.ts";
import { type Outcome, outcomeOf } from "#measures/outcome.ts";
import { recall } from "#measures/recall.ts";
import { CERB_CUTOFF, returnedIds } from "#measures/judged-result.ts";
import { type RootCause, rootCauseOf } from "../root-cause/root-cause.ts";
import type { CorpusDocument, PreparedDocument } from "../systems/corpus-documents.ts";
import type { RunRecord } from "../systems/run-record.ts";
import type { BenchmarkCase } from "./benchmark-case.ts";

export interface EvaluatedCase {
  readonly item: BenchmarkCase;
  readonly record: RunRecord;
  readonly judged: JudgedResult;
  readonly values: Readonly<Record<CaseMeasureId, number | null>>;
  readonly outcome: Outcome;
  /** Null where something relevant came back. */
  readonly rootCause: RootCause | null;
}

export interface DocumentLookups {
  readonly documentOf: (id: string) => CorpusDocument | undefined;
  readonly preparedOf: (id: string) => PreparedDocument | undefined;
}

export function evaluateCase(
  item: BenchmarkCase,
  record: RunRecord,
  lookups: DocumentLookups,
): EvaluatedCase {
  const judged = judgeResult(item.labels, record.returned, lookups.documentOf);
  const values = Object.fromEntries(
    CASE_MEASURES.map(({ id, valueOf }) => [id, valueOf(judged)]),
  ) as EvaluatedCase["values"];
  const found = recall(returnedIds(judged), item.labels.grades, CERB_CUTOFF);
  const lastGate = record.steps.at(-1)?.gate ?? null;
  return {
    item,
    record,
    judged,
    values,
    outcome: outcomeOf(judged),
    rootCause: (found ?? 0) > 0 ? null : rootCauseOf({ labels: item.labels, lastGate, ...lookups }),
  };
}
