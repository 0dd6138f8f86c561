/**
 * Scores what a system read in the words of each query (section 9 of the open CERB protocol), before
 * the request's scope is merged: per field and language, micro precision, recall and F1 of values
 * over the cases whose query names the field; the share of read fields that the label lacks
 * (invented); cases that admit two or more values of which exactly one was kept (collapsed). Values
 * compare by normal form. Pure.
 */
import { normalForm, type ScopeField } from "#core/scope/curriculum-scope.ts";

export interface ScopeReading {
  readonly caseId: string;
  readonly query: string;
  readonly language: string;
  /** What the words state, as corpus values, of every field that was read. */
  readonly read: ReadonlyMap<ScopeField, readonly string[]>;
  /** What the label states, as corpus values. */
  readonly label: ReadonlyMap<ScopeField, readonly string[]>;
  readonly named: readonly ScopeField[];
}

export interface ScopeRow {
  /** "all" over every language. */
  readonly language: string;
  readonly field: ScopeField | "all";
  /** Null when nothing was read. */
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
  /** Cases whose query names the field. */
  readonly count: number;
  readonly read: number;
  readonly expected: number;
  readonly correct: number;
}

export interface ScopeMiss {
  readonly caseId: string;
  readonly field: ScopeField;
  readonly query: string;
  readonly expected: readonly string[];
  readonly read: readonly string[];
}

export interface ScopeScores {
  readonly cases: number;
  readonly rows: readonly ScopeRow[];
  /** Read fields that the label lacks, as a share of all read fields; null when none was read. */
  readonly invented: number | null;
  readonly inventedFields: readonly {
    caseId: string;
    field: ScopeField;
    read: readonly string[];
  }[];
  readonly collapsedSets: number;
  /** Cases with a set of two or more in a named field. */
  readonly sets: number;
  readonly misses: readonly ScopeMiss[];
}

interface Tally {
  count: number;
  read: number;
  expected: number;
  correct: number;
}

export function scoreScope(readings: readonly ScopeReading[]): ScopeScores {
  const tallies = new Map<string, Tally>();
  const misses: ScopeMiss[] = [];
  const inventedFields: ScopeScores["inventedFields"][number][] = [];
  let readFields = 0;
  let sets = 0;
  let collapsedSets = 0;
  for (const reading of readings) {
    readFields += reading.read.size;
    for (const [field, read] of reading.read) {
      if (!reading.label.has(field)) inventedFields.push({ caseId: reading.caseId, field, read });
    }
    for (const field of reading.named) {
      const expected = forms(reading.label.get(field));
      const read = forms(reading.read.get(field));
      const correct = [...read].filter((value) => expected.has(value)).length;
      for (const language of ["all", reading.language]) {
        for (const name of ["all", field]) {
          add(tallies, `${language}\n${name}`, read.size, expected.size, correct);
        }
      }
      if (expected.size >= 2) sets += 1;
      if (expected.size >= 2 && read.size === 1) collapsedSets += 1;
      if (correct < expected.size || correct < read.size) {
        const { caseId, query } = reading;
        misses.push({ caseId, field, query, expected: [...expected], read: [...read] });
      }
    }
  }
  return {
    cases: readings.length,
    rows: rowsOf(tallies),
    invented: readFields === 0 ? null : inventedFields.length / readFields,
    inventedFields,
    collapsedSets,
    sets,
    misses,
  };
}

function forms(values: readonly string[] | undefined): Set<string> {
  return new Set((values ?? []).map(normalForm));
}

function add(
  tallies: Map<string, Tally>,
  key: string,
  read: number,
  expected: number,
  correct: number,
): void {
  const tally = tallies.get(key) ?? { count: 0, read: 0, expected: 0, correct: 0 };
  tally.count += 1;
  tally.read += read;
  tally.expected += expected;
  tally.correct += correct;
  tallies.set(key, tally);
}

/** Languages ascending after "all", fields likewise. */
function rowsOf(tallies: ReadonlyMap<string, Tally>): ScopeRow[] {
  return [...tallies.keys()].toSorted(allFirst).map((key) => {
    const [language, field] = key.split("\n") as [string, ScopeField | "all"];
    const { count, read, expected, correct } = tallies.get(key)!;
    const precision = read === 0 ? null : correct / read;
    const recall = expected === 0 ? null : correct / expected;
    return {
      language,
      field,
      precision,
      recall,
      f1: f1Of(precision, recall),
      count,
      read,
      expected,
      correct,
    };
  });
}

function allFirst(a: string, b: string): number {
  const [left, right] = [sortKey(a), sortKey(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** "all" sorts before every name. */
function sortKey(key: string): string {
  return key
    .split("\n")
    .map((part) => (part === "all" ? "" : part))
    .join("\n");
}

function f1Of(precision: number | null, recall: number | null): number | null {
  if (precision === null || recall === null || precision + recall === 0) return null;
  return (2 * precision * recall) / (precision + recall);
}
