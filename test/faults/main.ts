/**
 * `npm run faults -- --out DIR [--seed N]`: runs the fault matrix and writes `faults.json`. Exit 0 when every cell
 * is right and nothing was lost, shown or left; 2 on bad arguments; 1 otherwise.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { FAULTS, ROUTES, runFaultMatrix } from "./fault-matrix.ts";

const USAGE = "usage: npm run faults -- --out DIR [--seed N]";
const EXIT_BAD_INPUT = 2;

function readArguments(): { out: string; seed: number } {
  try {
    const options = { out: { type: "string" }, seed: { type: "string", default: "42" } } as const;
    const { out, seed } = parseArgs({ options }).values;
    if (out === undefined) throw new TypeError("--out DIR is missing");
    if (!/^\d{1,9}$/.test(seed)) throw new TypeError(`--seed ${seed} is no whole number`);
    return { out, seed: Number(seed) };
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exit(EXIT_BAD_INPUT);
  }
}

const { out, seed } = readArguments();
console.log(`faults: ${FAULTS.length} faults × ${ROUTES.length} routes, seed ${seed}`);
const report = await runFaultMatrix(FAULTS, seed);
const wrong = report.cells.filter(({ ok }) => !ok);
for (const { fault, route, outcome, ms } of wrong) {
  console.log(`WRONG ${fault} ${route}: ${outcome} (${ms} ms)`);
}
const { acknowledgedLost, crossTenantReads, scopeViolations } = report;
console.log(
  `${report.cells.length - wrong.length} of ${report.cells.length} cells right, ` +
    `${acknowledgedLost} acknowledged documents lost, ${crossTenantReads} cross-tenant reads, ` +
    `${scopeViolations} scope violations`,
);
mkdirSync(out, { recursive: true });
writeFileSync(join(out, "faults.json"), `${JSON.stringify(report, null, 2)}\n`);
const isClean = wrong.length + acknowledgedLost + crossTenantReads + scopeViolations === 0;
process.exitCode = isClean ? 0 : 1;
