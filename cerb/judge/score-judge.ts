/**
 * How far the judge agrees with the labels: per field its coverage, and over the covered cases with a
 * label raw agreement and Cohen's kappa. A value that both hold stands for both, otherwise the
 * smallest of each set. Pure.
 */
import { normalForm } from "#core/scope/curriculum-scope.ts";
import { cohenKappa } from "#significance/cohen-kappa.ts";
import { JUDGED_FIELDS, type JudgedField, type Judgment } from "./judge-query.ts";

export interface JudgedCase {
  readonly caseId: string;
  readonly query: string;
  readonly judgment: Judgment;
  /** Expected values of each field; empty where the label leaves it open. */
  readonly label: Judgment;
}

export interface FieldAgreement {
  readonly cases: number;
  /** Cases where the judge is not unknown, and their share. */
  readonly covered: number;
  readonly coverage: number | null;
  /** Covered cases with a label. */
  readonly compared: number;
  readonly rawAgreement: number | null;
  readonly kappa: number | null;
}

export interface JudgeResult {
  readonly fields: Readonly<Record<JudgedField, FieldAgreement>>;
  readonly disagreements: readonly {
    caseId: string;
    field: JudgedField;
    query: string;
    judge: readonly string[];
    label: readonly string[];
  }[];
}

export function scoreJudge(cases: readonly JudgedCase[]): JudgeResult {
  const entries = JUDGED_FIELDS.map((field) => [field, agreementOf(field, cases)] as const);
  return {
    fields: Object.fromEntries(entries) as JudgeResult["fields"],
    disagreements: cases.flatMap(({ caseId, query, judgment, label }) =>
      JUDGED_FIELDS.flatMap((field) => {
        const [judge, expected] = [judgment[field], label[field]];
        const isCompared = judge.length > 0 && expected.length > 0;
        if (!isCompared || shared(judge, expected) !== null) return [];
        return [{ caseId, field, query, judge, label: expected }];
      }),
    ),
  };
}

function agreementOf(field: JudgedField, cases: readonly JudgedCase[]): FieldAgreement {
  const covered = cases.filter(({ judgment }) => judgment[field].length > 0);
  const pairs = covered
    .filter(({ label }) => label[field].length > 0)
    .map(({ judgment, label }): [string, string] => {
      const both = shared(judgment[field], label[field]);
      return both === null ? [smallest(judgment[field]), smallest(label[field])] : [both, both];
    });
  const labels = [...new Set(pairs.flat())].toSorted();
  const { observed, kappa } = cohenKappa(
    pairs.map(([judge]) => judge),
    pairs.map(([, label]) => label),
    labels,
  );
  return {
    cases: cases.length,
    covered: covered.length,
    coverage: cases.length === 0 ? null : covered.length / cases.length,
    compared: pairs.length,
    rawAgreement: observed,
    kappa,
  };
}

const smallest = (values: readonly string[]) => values.map(normalForm).toSorted()[0]!;

/** The smallest value of both sets, or null. */
function shared(a: readonly string[], b: readonly string[]): string | null {
  const second = new Set(b.map(normalForm));
  return (
    a
      .map(normalForm)
      .toSorted()
      .find((value) => second.has(value)) ?? null
  );
}
