/** The main tables as Markdown, for a README or a review. */
import type { AblationResult } from "../ablation/ablation-result.ts";
import { fixed, interval, pValue } from "./numbers.ts";

const COLUMNS = [
  ["nDCG@8", "ndcg8"],
  ["R@8", "recall8"],
  ["P@8", "precision8"],
  ["gate leakage", "gateLeakage"],
  ["full leakage", "fullLeakage"],
  ["contamination", "fullContamination"],
  ["silent", "silentContamination"],
  ["unstated", "unstatedContamination"],
  ["marked though admissible", "markedAdmissible"],
  ["ESS", "ess"],
  ["ESS+", "essPlus"],
] as const;

export function markdownTables(result: AblationResult): string {
  const head = ["variant", ...COLUMNS.map(([title]) => title), "p50 ms", "p95 ms"];
  const rows = Object.entries(result.variants).map(([name, { overall }]) => [
    name,
    ...COLUMNS.map(([, id]) => fixed(overall[id])),
    fixed(overall.latencyP50Ms, 0),
    fixed(overall.latencyP95Ms, 0),
  ]);
  const pairs = result.pairs.map(({ from, to, measure, delta, low, high, p }) => [
    `${from} → ${to}`,
    measure,
    fixed(delta),
    interval(low, high),
    pValue(p),
  ]);
  return `${result.cases} cases, mode ${result.mode}, K = ${result.head.k}, ${result.errors} errors

${table(head, rows)}

${table(["pair", "measure", "difference", "95 % interval", "p"], pairs)}
`;
}

const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
