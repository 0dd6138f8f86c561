/**
 * Agreement of the two labelling passes, each as it was handed in, before adjudication: Cohen's κ (1960; weighted: 1968) for subject, level, paper
 * and slice over the cases, and for relevance grades over (case, document) pairs, with the positive
 * agreement 2·|A ∩ B| / (|A| + |B|) (Dice, 1945) beside it. A document that a pass does not list has
 * grade 0. It must not change a label: differences are counted, and settled by a person.
 *
 * Usage: node cerb/cases/agreement.ts     writes agreement.json and prints the main figures
 */
import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";
import { readManifest } from "#cerb/corpora/manifest.ts";
import { normalForm } from "#core/scope/curriculum-scope.ts";
import { CONSTRAINT_FIELDS } from "#measures/scope-match.ts";
import { type Agreement, cohenKappa } from "#significance/cohen-kappa.ts";
import { type CerbCase, caseSchema, SLICES } from "./case-schema.ts";
import { loadCases } from "./load-cases.ts";
import { CASES_MAX } from "./parse-cases.ts";

export const FIRST_PASS_FILE = new URL("first-pass.jsonl", import.meta.url);
export const SECOND_PASS_FILE = new URL("second-pass.jsonl", import.meta.url);
export const AGREEMENT_FILE = new URL("agreement.json", import.meta.url);

/** The facets that the consistency judge of the protocol derives a second time, too. */
const FACETS = ["subject", "level", "paper"] as const;
const GRADES = [0, 1, 2] as const;
const UNCONSTRAINED = "(unconstrained)";
const DECIMALS = 6;

/** Pairs of case and document in one κ; the shipped set has 4.2 million. */
const PAIRS_MAX = 50_000_000;

const passSchema = caseSchema.pick({
  id: true,
  scope: true,
  slice: true,
  named_in_query: true,
  relevant: true,
});

/** What a pass says about one case. */
export type PassLabels = Pick<CerbCase, "id" | "scope" | "slice" | "named_in_query" | "relevant">;

/** Both passes on one case. */
export interface LabelPair {
  readonly first: PassLabels;
  readonly second: PassLabels;
}

/** Grades of both passes for one document, 0 where it is not listed. */
interface GradePair {
  readonly first: number;
  readonly second: number;
}

/** Labels of a pass file; a line that does not fit throws with its number. */
export function parsePass(jsonLines: string): PassLabels[] {
  const lines = jsonLines.trimEnd().split("\n");
  if (lines.length > CASES_MAX) throw new RangeError(`${lines.length} lines, at most ${CASES_MAX}`);
  return lines.map((line, index) => {
    const parsed = passSchema.safeParse(JSON.parse(line));
    if (parsed.success) return parsed.data;
    throw new RangeError(`line ${index + 1}: ${z.prettifyError(parsed.error)}`);
  });
}

/** Pairs by id in the order of the first pass. Each case must be in both, once. */
export function pairPasses(
  first: readonly PassLabels[],
  second: readonly PassLabels[],
): LabelPair[] {
  const secondOf = new Map(second.map((labels) => [labels.id, labels]));
  if (secondOf.size !== second.length || second.length !== first.length) {
    throw new RangeError(`${first.length} cases and ${second.length} lines, ${secondOf.size} ids`);
  }
  return first.map((labels) => {
    const other = secondOf.get(labels.id);
    if (!other) throw new RangeError(`the second pass has no "${labels.id}"`);
    return { first: labels, second: other };
  });
}

type ScopeField = (typeof CONSTRAINT_FIELDS)[number];

/** Normal forms of a constraint, ascending; a field that is open has one label of its own. */
function fieldValues({ scope }: PassLabels, field: ScopeField): string[] {
  const values = (scope[field] ?? []).map(normalForm);
  return values.length === 0 ? [UNCONSTRAINED] : [...new Set(values)].toSorted();
}

function kappaOf(pairs: readonly (readonly [string, string])[]): Agreement {
  const labels = [...new Set(pairs.flat())].toSorted();
  return cohenKappa(
    pairs.map(([first]) => first),
    pairs.map(([, second]) => second),
    labels,
  );
}

/** κ for a field: the sets as they are, and by the protocol's rule that a shared value counts. */
export function facetAgreement(
  pairs: readonly LabelPair[],
  field: ScopeField,
): { equalSets: Agreement; sharedValue: Agreement } {
  const sets = pairs.map(({ first, second }) => ({
    a: fieldValues(first, field),
    b: fieldValues(second, field),
  }));
  return {
    equalSets: kappaOf(sets.map(({ a, b }) => [a.join("|"), b.join("|")])),
    sharedValue: kappaOf(
      sets.map(({ a, b }) => {
        const shared = a.find((value) => b.includes(value));
        return [shared ?? a[0] ?? UNCONSTRAINED, shared ?? b[0] ?? UNCONSTRAINED];
      }),
    ),
  };
}

/** The grades of every document that a pass lists for a case. */
export function gradePairs({ first, second }: LabelPair): GradePair[] {
  const firstOf = new Map(first.relevant.map(({ id, grade }) => [id, grade]));
  const secondOf = new Map(second.relevant.map(({ id, grade }) => [id, grade]));
  const union = new Set([...firstOf.keys(), ...secondOf.keys()]);
  return [...union].map((id) => ({ first: firstOf.get(id) ?? 0, second: secondOf.get(id) ?? 0 }));
}

function gradeKappas(pairs: readonly GradePair[], negatives: number) {
  if (pairs.length + negatives > PAIRS_MAX) throw new RangeError(`more than ${PAIRS_MAX} pairs`);
  const zeros = Array.from({ length: negatives }, () => 0);
  const a = pairs.map(({ first }) => first).concat(zeros);
  const b = pairs.map(({ second }) => second).concat(zeros);
  return {
    pairs: a.length,
    observed: cohenKappa(a, b, GRADES).observed,
    unweighted: cohenKappa(a, b, GRADES).kappa,
    linear: cohenKappa(a, b, GRADES, "linear").kappa,
  };
}

/** Positive agreement on the documents with at least `gradeMin`; null when nobody lists any. */
export function positiveAgreement(pairs: readonly GradePair[], gradeMin: 1 | 2) {
  const listed = (grade: number): boolean => grade >= gradeMin;
  const first = pairs.filter((pair) => listed(pair.first)).length;
  const second = pairs.filter((pair) => listed(pair.second)).length;
  const both = pairs.filter((pair) => listed(pair.first) && listed(pair.second)).length;
  const either = first + second - both;
  return {
    first,
    second,
    both,
    dice: either === 0 ? null : (2 * both) / (first + second),
    jaccard: either === 0 ? null : both / either,
  };
}

/** Relevance over the documents that either pass lists; with no 0 beside a 0, κ is a lower bound. */
export function relevanceAgreement(labelPairs: readonly LabelPair[]) {
  const perCase = labelPairs.map(gradePairs);
  const pairs = perCase.flat();
  const listed = pairs.filter(({ first, second }) => first > 0 && second > 0);
  const dice = perCase.flatMap((grades) => positiveAgreement(grades, 1).dice ?? []);
  return {
    cases: labelPairs.length,
    identicalCases: perCase.filter((grades) => grades.every((g) => g.first === g.second)).length,
    relevant: positiveAgreement(pairs, 1),
    exact: positiveAgreement(pairs, 2),
    meanDicePerCase: dice.length === 0 ? null : dice.reduce((sum, d) => sum + d, 0) / dice.length,
    gradesOfBothListed: gradeKappas(listed, 0),
    gradesOfEitherListed: gradeKappas(pairs, 0),
  };
}

/** The whole comparison. `documents` = rows of the corpora that both passes searched. */
export function compareLabels(pairs: readonly LabelPair[], documents: number) {
  const union = pairs.flatMap(gradePairs);
  const equalFields = CONSTRAINT_FIELDS.map((field) => {
    const { observed, kappa } = facetAgreement(pairs, field).equalSets;
    return [field, { observed, kappa }] as const;
  });
  const sameNames = pairs.filter(
    ({ first, second }) =>
      first.named_in_query.toSorted().join() === second.named_in_query.toSorted().join(),
  );
  return {
    facets: Object.fromEntries(FACETS.map((field) => [field, facetAgreement(pairs, field)])),
    slice: kappaOf(pairs.map(({ first, second }) => [first.slice, second.slice])),
    scopeFields: Object.fromEntries(equalFields),
    sameNamedFields: sameNames.length / pairs.length,
    relevance: {
      all: relevanceAgreement(pairs),
      gradesOfAllDocuments: gradeKappas(union, pairs.length * documents - union.length),
      bySlice: Object.fromEntries(
        SLICES.map((slice) => [
          slice,
          relevanceAgreement(pairs.filter(({ first }) => first.slice === slice)),
        ]),
      ),
    },
  };
}

const NOTES = [
  "first and second: first-pass.jsonl and second-pass.jsonl as they were handed in, before adjudication.",
  "Both passes follow one guideline; the second saw no label, note or task type of the first.",
  "A document that a pass does not list has grade 0.",
  "gradesOfEitherListed: documents that at least one pass lists; no pair is 0/0, so kappa there is " +
    "a lower bound and can be negative. gradesOfBothListed: listed by both, no negatives at all.",
  "gradesOfAllDocuments: every document of the five corpora for every case, unlisted = 0/0; with so " +
    "many negatives kappa is close to the positive agreement (Dice), which is the figure to quote.",
  "Slice is not an independent label: the case ids carry the name of the slice.",
  "equalSets compares the sets of values, sharedValue counts one common value as agreement; an " +
    "unconstrained field is a label of its own.",
];

/** agreement.json as it is written; the order of keys is the order above. */
export async function renderAgreement(): Promise<string> {
  const cases = await loadCases();
  const [first, second] = await Promise.all(
    [FIRST_PASS_FILE, SECOND_PASS_FILE].map(async (file) =>
      parsePass(await readFile(file, "utf8")),
    ),
  );
  const pairs = pairPasses(first!, second!);
  const searched = new Set(cases.flatMap(({ corpora }) => corpora ?? []));
  const rows = (await readManifest()).filter(({ name }) => searched.has(name)).map((c) => c.rows);
  const documents = rows.reduce((sum, count) => sum + count, 0);
  const report = {
    cases: pairs.length,
    documents,
    notes: NOTES,
    ...compareLabels(pairs, documents),
  };
  return `${JSON.stringify(report, roundNumber, 2)}\n`;
}

function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toFixed(DECIMALS)) : value;
}

async function main(): Promise<void> {
  const json = await renderAgreement();
  await writeFile(AGREEMENT_FILE, json);
  process.stdout.write(json);
}

if (import.meta.main) await main();
