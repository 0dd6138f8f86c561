/**
 * `npm test`: format, lint, one type check per runtime, then every test. Each check and each test
 * counts as one; the last line is `N passed, N failed`.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CHECKS: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  ["format", "biome", ["format", "."]],
  [
    "lint",
    "oxlint",
    ["--config", ".oxlintrc.json", "edge", "trainer", "cerb", "test", "migrations"],
  ],
  ...["core", "worker", "browser"].map(
    (runtime) => [`types (${runtime})`, "tsc", ["-p", `tsconfig.${runtime}.json`]] as const,
  ),
  // The solver is a project of its own, with looser indexing; the others see its declarations.
  ["types (solver)", "tsc", ["--build", "tsconfig.solver.json"]],
  ["types (node)", "tsc", ["-p", "tsconfig.node.json"]],
];

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly success: boolean;
}

function run(command: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join("node_modules", ".bin", command), args, { stdio: "inherit" });
    child.once("error", () => resolve(1));
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

async function runChecks(): Promise<{ passed: number; failed: number }> {
  let failed = 0;
  for (const [name, command, args] of CHECKS) {
    const code = await run(command, args);
    process.stdout.write(`${code === 0 ? "ok  " : "FAIL"} ${name}\n`);
    failed += code === 0 ? 0 : 1;
  }
  return { passed: CHECKS.length - failed, failed };
}

async function runVitest(filters: readonly string[]): Promise<{ passed: number; failed: number }> {
  const folder = mkdtempSync(join(tmpdir(), "scopewise-test-"));
  const file = join(folder, "report.json");
  const code = await run("vitest", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...filters,
  ]);
  try {
    const report = JSON.parse(readFileSync(file, "utf8")) as Report;
    // A file that cannot even be loaded has no failed test: it still is a failure.
    const failed = report.numFailedTests + (code !== 0 && report.numFailedTests === 0 ? 1 : 0);
    return { passed: report.numPassedTests, failed };
  } catch {
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const filters = process.argv.slice(2);
const checks = filters.length === 0 ? await runChecks() : { passed: 0, failed: 0 };
const tests = await runVitest(filters);
const failed = checks.failed + tests.failed;
process.stdout.write(`${checks.passed + tests.passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
