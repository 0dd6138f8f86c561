/**
 * JSON lines to cases, every fault with its line and field, the good lines kept. Pure: it knows no
 * file and no corpus.
 */
import { type CerbCase, caseSchema } from "./case-schema.ts";

/** Far above any set that could be labelled by hand. */
export const CASES_MAX = 10_000;

/** Characters of one line; the longest shipped one has 3,000. */
export const LINE_LENGTH_MAX = 1_000_000;

export interface CaseFault {
  /** 1-based. */
  readonly line: number;
  /** Path inside the case; empty when the line as a whole is meant. */
  readonly field: string;
  /** "json", "schema" or a rule of the protocol. */
  readonly rule: string;
  readonly message: string;
}

export interface CaseAtLine {
  readonly line: number;
  readonly item: CerbCase;
}

export interface ParsedCases {
  /** In the order of the file. */
  readonly cases: readonly CaseAtLine[];
  readonly faults: readonly CaseFault[];
}

export function parseCases(jsonLines: string): ParsedCases {
  const lines = jsonLines.split("\n");
  if (lines.at(-1) === "") lines.pop();
  if (lines.length > CASES_MAX) {
    const message = `${lines.length} lines, at most ${CASES_MAX}`;
    return { cases: [], faults: [{ line: CASES_MAX + 1, field: "", rule: "json", message }] };
  }
  const cases: CaseAtLine[] = [];
  const faults: CaseFault[] = [];
  const lineOfId = new Map<string, number>();
  for (const [index, json] of lines.entries()) {
    const line = index + 1;
    const parsed = parseLine(json, line);
    faults.push(...parsed.faults);
    if (parsed.item === null) continue;
    const first = lineOfId.get(parsed.item.id);
    if (first === undefined) {
      lineOfId.set(parsed.item.id, line);
      cases.push({ line, item: parsed.item });
    } else {
      const message = `"${parsed.item.id}" is the id of line ${first}`;
      faults.push({ line, field: "id", rule: "L2", message });
    }
  }
  return { cases, faults };
}

function parseLine(
  json: string,
  line: number,
): { item: CerbCase | null; faults: readonly CaseFault[] } {
  const at = { line, field: "", rule: "json" };
  if (json.length > LINE_LENGTH_MAX) {
    return { item: null, faults: [{ ...at, message: `more than ${LINE_LENGTH_MAX} characters` }] };
  }
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { item: null, faults: [{ ...at, message: "not JSON" }] };
  }
  const parsed = caseSchema.safeParse(value);
  if (parsed.success) return { item: parsed.data, faults: [] };
  const faults = parsed.error.issues.map(({ path, message }) => ({
    line,
    field: path.join("."),
    rule: "schema",
    message,
  }));
  return { item: null, faults };
}

/** "12: scope.level (L4): message" */
export function describeFault({ line, field, rule, message }: CaseFault): string {
  return `${line}: ${field === "" ? "case" : field} (${rule}): ${message}`;
}
