/**
 * Rules L1-L10 of the protocol: what must hold between the fields of a case, and between a case and
 * the documents it was labelled on. Pure: documents come through a lookup. It must not judge
 * relevance; scope is always computed from metadata.
 */
import { normalForm } from "#core/scope/curriculum-scope.ts";
import {
  CONSTRAINT_FIELDS,
  type ConstraintField,
  documentValues,
  EXPECTED_FIELDS,
  matchesTarget,
  type ScopedDocument,
  violations,
} from "#measures/scope-match.ts";
import type { CerbCase } from "./case-schema.ts";

export type RuleId = "L1" | "L2" | "L3" | "L4" | "L5" | "L6" | "L7" | "L8" | "L9" | "L10";

export interface RuleFault {
  readonly rule: RuleId;
  /** Path inside the case. */
  readonly field: string;
  readonly message: string;
}

export interface LabelledDocument {
  readonly corpus: string;
  readonly document: ScopedDocument;
}

/** The document of an id, or undefined when no corpus has it. */
export type DocumentLookup = (id: string) => LabelledDocument | undefined;

interface Judged {
  readonly id: string;
  readonly grade: number;
  readonly document: ScopedDocument;
  readonly isAdmissible: boolean;
}

function forms(values: readonly (string | number)[]): Set<string> {
  return new Set(values.map(normalForm));
}

function isSubset(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return [...part].every((value) => whole.has(value));
}

/** L1 and repetitions (L2): which relevant documents exist, and how they stand to the scope. */
function judgeRelevant(
  { relevant, corpora, scope }: CerbCase,
  documentOf: DocumentLookup,
): { judged: Judged[]; faults: RuleFault[] } {
  const judged: Judged[] = [];
  const faults: RuleFault[] = [];
  const seen = new Set<string>();
  for (const [index, { id, grade }] of relevant.entries()) {
    const field = `relevant.${index}.id`;
    if (seen.has(id)) faults.push({ rule: "L2", field, message: `"${id}" is listed twice` });
    seen.add(id);
    const found = documentOf(id);
    if (found === undefined) {
      faults.push({ rule: "L1", field, message: `"${id}" is in no corpus` });
    } else if (corpora !== undefined && !corpora.includes(found.corpus)) {
      const message = `"${id}" is in "${found.corpus}", which corpora does not name`;
      faults.push({ rule: "L1", field, message });
    } else {
      const isAdmissible = violations(found.document, scope).length === 0;
      judged.push({ id, grade, document: found.document, isAdmissible });
    }
  }
  return { judged, faults };
}

/** L3: what the request sends is part of the scope, with the same set. */
function explicitFaults({ explicit_scope: explicit, scope }: CerbCase): RuleFault[] {
  return CONSTRAINT_FIELDS.flatMap((field): RuleFault[] => {
    const sent = explicit[field];
    if (sent === undefined) return [];
    const whole = forms(scope[field] ?? []);
    const part = forms(sent);
    if (isSubset(part, whole) && isSubset(whole, part)) return [];
    const message = "is not the set that scope has for this field";
    return [{ rule: "L3", field: `explicit_scope.${field}`, message }];
  });
}

/** L4: what the query names is constrained. */
function namedFaults({ named_in_query: named, scope, expected }: CerbCase): RuleFault[] {
  return named.flatMap((name, index): RuleFault[] => {
    const isConstrained =
      name === "question_number" ? expected.question_number !== null : scope[name] !== undefined;
    if (isConstrained) return [];
    const place = name === "question_number" ? "expected" : "scope";
    return [{ rule: "L4", field: `named_in_query.${index}`, message: `${place} has no ${name}` }];
  });
}

/** L5: the target stays inside the scope. */
function expectedFaults({ scope, expected }: CerbCase): RuleFault[] {
  return EXPECTED_FIELDS.flatMap((field): RuleFault[] => {
    if (field === "question_number" || scope[field] === undefined) return [];
    const target = expected[field];
    const at = { rule: "L5", field: `expected.${field}` } as const;
    if (target === null) return [{ ...at, message: "is null although scope constrains it" }];
    if (isSubset(forms([target].flat()), forms(scope[field]))) return [];
    return [{ ...at, message: "has a value that scope does not admit" }];
  });
}

/** L6, L8, L9: everything but scope_relaxation. */
function inScopeFaults({ expected, scope, task_type }: CerbCase, judged: Judged[]): RuleFault[] {
  const faults = judged
    .filter(({ isAdmissible }) => !isAdmissible)
    .map(({ id, document }): RuleFault => {
      const outside = violations(document, scope).map(({ field }) => field);
      const message = `"${id}" is outside the scope by ${outside.join(", ")}`;
      return { rule: "L6", field: "relevant", message };
    });
  const isReached = judged.some(
    ({ document, isAdmissible }) => isAdmissible && matchesTarget(document, expected),
  );
  if (!isReached) {
    faults.push({ rule: "L8", field: "expected", message: "no relevant document reaches it" });
  }
  const coversMany = CONSTRAINT_FIELDS.some((field) => coveredCount(scope, field, judged) >= 2);
  if (task_type === "synthesis" && !coversMany) {
    const message = "cover no two values of one set-valued scope field";
    faults.push({ rule: "L9", field: "relevant", message });
  }
  return faults;
}

/** How many values of a set-valued field the relevant documents cover. */
function coveredCount(
  scope: CerbCase["scope"],
  field: ConstraintField,
  judged: readonly Judged[],
): number {
  const admitted = forms(scope[field] ?? []);
  if (admitted.size < 2) return 0;
  const covered = judged.flatMap(({ document }) => [...documentValues(document, field)]);
  return new Set(covered.filter((value) => admitted.has(value))).size;
}

/** L7, L10: scope_relaxation. */
function relaxationFaults({ notes }: CerbCase, judged: Judged[]): RuleFault[] {
  return judged.flatMap(({ id, grade, isAdmissible }): RuleFault[] => {
    if (isAdmissible) {
      return [{ rule: "L7", field: "relevant", message: `"${id}" is inside the scope` }];
    }
    if (grade === 1 || /metadata/iu.test(notes)) return [];
    const message = `"${id}" has grade 2 and the notes name no fault of its metadata`;
    return [{ rule: "L10", field: "notes", message }];
  });
}

/** Every breach of L1-L10 inside one case; unique case ids (L2) are checked where all are known. */
export function ruleFaults(item: CerbCase, documentOf: DocumentLookup): RuleFault[] {
  const { judged, faults } = judgeRelevant(item, documentOf);
  const isRelaxation = item.task_type === "scope_relaxation";
  return [
    ...faults,
    ...explicitFaults(item),
    ...namedFaults(item),
    ...expectedFaults(item),
    ...(isRelaxation ? relaxationFaults(item, judged) : inScopeFaults(item, judged)),
  ];
}
