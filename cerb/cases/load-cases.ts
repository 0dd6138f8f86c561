/**
 * Typed loading for the runner: a case file, in the order in which cases are processed, and the
 * shipped lists (pilot, tuning, measured). A file with a fault is refused as a whole, with line and
 * field; rules that need the corpora are checked by validate-cases.ts.
 */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { CaseLabels } from "#measures/judged-result.ts";
import type { CerbCase } from "./case-schema.ts";
import { type CaseFault, describeFault, parseCases } from "./parse-cases.ts";

export const CASES_FILE = new URL("cases.jsonl", import.meta.url);
export const PILOT_FILE = new URL("pilot.json", import.meta.url);
export const SPLIT_FILE = new URL("split.json", import.meta.url);

/** Faults quoted in the message of the error; all of them are in `faults`. */
const QUOTED_MAX = 10;

/** A case file that cannot be used. */
export class CasesError extends Error {
  readonly faults: readonly CaseFault[];

  constructor(file: string, faults: readonly CaseFault[]) {
    const quoted = faults.slice(0, QUOTED_MAX).map((fault) => `${file}:${describeFault(fault)}`);
    const left = faults.length - quoted.length;
    super([...quoted, ...(left > 0 ? [`and ${left} more`] : [])].join("\n"));
    this.name = "CasesError";
    this.faults = faults;
  }
}

function byId(left: CerbCase, right: CerbCase): number {
  if (left.id === right.id) return 0;
  return left.id < right.id ? -1 : 1;
}

/** The cases of a file in ascending order of id (code units). */
export async function loadCases(file: URL | string = CASES_FILE): Promise<CerbCase[]> {
  const { cases, faults } = parseCases(await readFile(file, "utf8"));
  if (faults.length > 0) throw new CasesError(String(file), faults);
  return cases.map(({ item }) => item).toSorted(byId);
}

/** What the measures read of a case. */
export function labelsOf({ scope, expected, relevant }: CerbCase): CaseLabels {
  return { scope, expected, grades: new Map(relevant.map(({ id, grade }) => [id, grade])) };
}

const pilotSchema = z.strictObject({ seed: z.number().int(), ids: z.array(z.string()).min(1) });

const splitSchema = z.strictObject({
  seed: z.number().int(),
  tuning: z.array(z.string()).min(1),
  measured: z.array(z.string()).min(1),
});

export type CaseSplit = z.infer<typeof splitSchema>;

/** Ids of the frozen pilot, ascending. */
export async function loadPilot(file: URL = PILOT_FILE): Promise<string[]> {
  return pilotSchema.parse(JSON.parse(await readFile(file, "utf8"))).ids;
}

/** Which cases may be looked at while tuning, and which are only ever measured. */
export async function loadSplit(file: URL = SPLIT_FILE): Promise<CaseSplit> {
  return splitSchema.parse(JSON.parse(await readFile(file, "utf8")));
}
