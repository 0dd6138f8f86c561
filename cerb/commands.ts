/** What each command does with open systems: compute, write its files, print what matters. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Progress } from "#edge/local/progress.ts";
import { listGateViolations } from "./ablation/list-violations.ts";
import type { Benchmark } from "./ablation/read-benchmark.ts";
import { type Ablation, runAblation } from "./ablation/run-ablation.ts";
import { runAudit } from "./audit/run-audit.ts";
import type { Command, CommandName } from "./command-line.ts";
import { runJudge } from "./judge/run-judge.ts";
import { ablationReport } from "./report/ablation-report.ts";
import { isFailure } from "./report/failure-browser.ts";
import { markdownTables } from "./report/markdown.ts";
import { fixed, percent } from "./report/numbers.ts";
import { readScopes } from "./scope/read-scopes.ts";
import { scoreScope } from "./scope/score-scope.ts";
import { readPrepared } from "./systems/corpus-documents.ts";
import type { Systems } from "./systems/open-systems.ts";

export interface CommandContext {
  readonly command: Command;
  readonly systems: Systems;
  /** Read only by the commands that need cases. */
  readonly benchmark: () => Promise<Benchmark>;
  readonly progress: Progress;
  readonly print: (line: string) => void;
}

export const COMMAND_FUNCTIONS: Readonly<
  Record<CommandName, (context: CommandContext) => Promise<void>>
> = { ablation, scope, audit, judge, "gce-like": ablation };

/** The list of cases that nothing may be tuned on. */
const MEASURED = "measured";

async function ablation(context: CommandContext): Promise<void> {
  const { command, systems, progress, print } = context;
  const benchmark = await context.benchmark();
  const done = await runAblation({ ...command, systems, benchmark, progress });
  progress.step("audit and report");
  const html = ablationReport({
    ...done,
    audit: await runAudit(systems),
    measuredIds: new Set(benchmark.subsets.get(MEASURED)),
    textOf: await textsOf(systems, done),
  });
  const tables = markdownTables(done.result);
  writeJson(command, "ablation.json", done.result);
  // A file of its own: it names single cases, those that are only measured among them.
  const ours = [...done.evaluated.values()].at(-1) ?? [];
  writeJson(command, "violations.json", listGateViolations(ours));
  writeFileSync(join(command.outFolder, "ablation.md"), tables);
  writeFileSync(join(command.outFolder, "report.html"), html);
  print(tables);
}

/** Title and text of every document that the failure browser may name. */
async function textsOf(
  { index }: Systems,
  { evaluated }: Ablation,
): Promise<(id: string) => string> {
  const last = [...evaluated.values()].at(-1) ?? [];
  const failed = new Set(last.filter(isFailure).map(({ item }) => item.id));
  const ids = [...evaluated.values()]
    .flat()
    .filter(({ item }) => failed.has(item.id))
    .flatMap(({ item, judged }) => [
      ...item.labels.grades.keys(),
      ...judged.returned.map(({ id }) => id),
    ]);
  const texts = await readPrepared(index.database, index.tenantId, [...new Set(ids)]);
  return (id) => {
    const document = texts.get(id);
    return document === undefined ? "" : `${document.title ?? ""} ${document.text}`;
  };
}

async function scope(context: CommandContext): Promise<void> {
  const { command, systems, print } = context;
  const { cases } = await context.benchmark();
  const scores = scoreScope(await readScopes(systems.index, cases));
  writeJson(command, "scope.json", scores);
  for (const { language, field, precision, recall, count } of scores.rows) {
    print(
      `${language.padEnd(6)} ${field.padEnd(16)} precision ${fixed(precision, 3)}  ` +
        `recall ${fixed(recall, 3)}  cases ${count}`,
    );
  }
  const invented = scores.invented === null ? "–" : percent(scores.invented);
  print(`invented ${invented}; collapsed ${scores.collapsedSets} of ${scores.sets} sets`);
}

async function audit({ command, systems, print }: CommandContext): Promise<void> {
  const result = await runAudit(systems);
  writeJson(command, "audit.json", result);
  print(
    `${result.rows} documents, embedded ${percent(result.embeddingCoverage.overall.share)}, ` +
      `${result.duplicates} exact duplicates, ${result.nearDuplicates.documents} near-duplicates`,
  );
  for (const [field, share] of Object.entries(result.completeness.overall.fields)) {
    print(`${field.padEnd(16)} ${percent(share)}`);
  }
  for (const [name, count] of Object.entries(result.defects)) print(`${name}: ${count}`);
}

async function judge(context: CommandContext): Promise<void> {
  const { command, systems, print } = context;
  const { cases } = await context.benchmark();
  const result = await runJudge(systems, cases);
  writeJson(command, "judge.json", result);
  for (const [field, { coverage, compared, rawAgreement, kappa }] of Object.entries(
    result.fields,
  )) {
    print(
      `${field.padEnd(8)} coverage ${fixed(coverage, 3)}  agreement ${fixed(rawAgreement, 3)}  ` +
        `κ ${fixed(kappa, 3)}  over ${compared}`,
    );
  }
}

function writeJson({ outFolder }: Command, name: string, value: unknown): void {
  writeFileSync(join(outFolder, name), `${JSON.stringify(value, null, 2)}\n`);
}
