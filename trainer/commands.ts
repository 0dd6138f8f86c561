/**
 * What each command of the trainer does with its connections and its output folder. Only this file
 * and main.ts write files; training itself (train.ts) and publishing (publish/) do not.
 */
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { decodeRankingModel } from "#core/model/decode-ranking-model.ts";
import { NORMALIZER_VERSION } from "#core/text/normalize.ts";
import { AppError } from "#edge/errors.ts";
import type { Progress } from "#edge/local/progress.ts";
import { ANALYZER_VERSION } from "#edge/store/analyzer-version.ts";
import type { TenantContext } from "#edge/store/tenant-context.ts";
import type { Command } from "./command-line.ts";
import type { Connections } from "./connections.ts";
import { readJudgmentFile } from "./data/judgment-file.ts";
import { importJudgments, loadJudgments } from "./data/judgment-table.ts";
import { loadTenant } from "./data/tenant.ts";
import type { StepProgress } from "./encoder/piece-table.ts";
import { readTableFile, tableFileCache } from "./encoder/table-file.ts";
import { tenantTable } from "./encoder/tenant-table.ts";
import { LEARNED_PARTS } from "./learned/parts.ts";
import { readLearnedFile } from "./learned/learned-file.ts";
import { listModels } from "./publish/model-table.ts";
import {
  currentVersion,
  publishModel,
  type PublishPorts,
  rollBackTo,
} from "./publish/publish-model.ts";
import { failedNight, type NightlyResult, nightlyResult } from "./report/nightly-result.ts";
import { trainingReport } from "./report/training-report.ts";
import { type TrainingSettings, TRAINING_SETTINGS } from "./settings.ts";
import { train, type TrainingOutcome } from "./train.ts";
import {
  badInput,
  EXIT_DONE,
  EXIT_NO_MODEL,
  type ExitCode,
  TrainerError,
} from "./training-error.ts";

export interface CommandContext {
  readonly command: Command;
  readonly connections: Connections;
  readonly progress: Progress;
  /** One line of the result, for the operator. */
  print(line: string): void;
  now(): number;
  /** For tests; a real night uses the defaults. */
  readonly settings?: Partial<TrainingSettings>;
}

export async function runCommand(context: CommandContext): Promise<ExitCode> {
  const { command, connections, print } = context;
  const tenant = await loadTenant(connections.database, command.tenant);
  switch (command.name) {
    case "train":
      return (await runTraining(context, tenant)).exitCode;
    case "nightly":
      return runNight(context, tenant);
    case "publish":
      await publishFile(context, tenant);
      return EXIT_DONE;
    case "rollback":
      await rollBackTo(command.version ?? "", publishPorts(context, tenant));
      print(`version ${command.version} is in force`);
      return EXIT_DONE;
    case "models":
      await printModels(context, tenant);
      return EXIT_DONE;
    case "import-judgments": {
      const judgments = await readJudgmentFile(command.judgmentsFile ?? "");
      await importJudgments(connections.database, tenant.tenantId, judgments);
      print(`${judgments.length} judgments of ${command.judgmentsFile} are stored`);
      return EXIT_DONE;
    }
  }
}

const modelPath = ({ command }: CommandContext) => join(command.outFolder, "model.json");
const learnedPath = ({ command }: CommandContext) => join(command.outFolder, "learned.json");

const publishPorts = ({ connections }: CommandContext, tenant: TenantContext): PublishPorts => ({
  database: connections.database,
  models: connections.models(),
  tenantId: tenant.tenantId,
});

interface Trained {
  readonly result: NightlyResult;
  readonly exitCode: ExitCode;
}

/**
 * Trains and writes nightly.json and report.html, and, only where they may be published, model.json
 * and learned.json (the table is kept as table.swt, whatever was decided).
 */
async function runTraining(context: CommandContext, tenant: TenantContext): Promise<Trained> {
  const { command, print, now } = context;
  const started = now();
  await mkdir(command.outFolder, { recursive: true });
  // An older model must not be published as tonight's.
  for (const path of [modelPath(context), learnedPath(context)]) await rm(path, { force: true });
  const run = () => ({
    tenant: command.tenant,
    seed: command.seed,
    seconds: Math.round((now() - started) / 100) / 10,
  });
  const outcome = await trainedOutcome(context, tenant).catch(async (error: unknown) => {
    await writeNight(context, failedNight(sentenceOf(error), run()));
    throw error;
  });
  const result = nightlyResult(outcome, run());
  if (outcome.status === "trained" && result.decision === "publish") {
    const { model, parts } = outcome;
    if (parts !== null) await writeFile(learnedPath(context), JSON.stringify(parts.rows));
    // As short as it travels: an adapter's 100,000 numbers, one a line, would exceed the readers' bound.
    await writeFile(modelPath(context), `${JSON.stringify(model)}\n`);
  }
  await writeFile(join(command.outFolder, "report.html"), trainingReport(outcome, result));
  await writeNight(context, result);
  for (const { queryId, documentId, feature, value } of outcome.counts.badValues) {
    print(`left out: query ${queryId}, document ${documentId}: ${feature} is ${value}`);
  }
  print(`${result.decision}: ${result.reason}`);
  return { result, exitCode: outcome.status === "no_pairs" ? EXIT_NO_MODEL : EXIT_DONE };
}

async function trainedOutcome(
  { command, connections, progress, now, settings }: CommandContext,
  tenant: TenantContext,
): Promise<TrainingOutcome> {
  const { database, embedder } = connections;
  const { seed, without } = command;
  const cache = tableFileCache(command.outFolder);
  const judgments =
    command.judgmentsFile === null
      ? await loadJudgments(database, tenant.tenantId)
      : await readJudgmentFile(command.judgmentsFile);
  let update: ((done: number) => void) | null = null;
  return train(
    judgments,
    {
      database,
      embedder,
      tenant,
      now,
      queryTable: () => tenantTable({ database, tenant, seed, cache, progress: stepBar(progress) }),
      onProgress: (done, total) => {
        update ??= progress.bar("judged queries".padEnd(18), total);
        update(done);
      },
    },
    {
      ...TRAINING_SETTINGS,
      parts: LEARNED_PARTS.filter((part) => !without.includes(part)),
      usesTable: !without.includes("table"),
      ...settings,
      seed,
    },
  );
}

function stepBar(progress: Progress): StepProgress {
  return (label, count) => progress.bar(label.padEnd(18), count);
}

/** Trains, publishes where the decision says so, and leaves the whole night in nightly.json. */
async function runNight(context: CommandContext, tenant: TenantContext): Promise<ExitCode> {
  const { result, exitCode } = await runTraining(context, tenant);
  if (result.decision === "keep") return exitCode;
  try {
    await publishFile(context, tenant);
  } catch (error) {
    const reason = `publishing failed: ${sentenceOf(error)}`;
    await writeNight(context, { ...result, decision: "keep", reason });
    throw error;
  }
  await writeNight(context, { ...result, published: true });
  return EXIT_DONE;
}

async function publishFile(context: CommandContext, tenant: TenantContext): Promise<void> {
  const path = modelPath(context);
  const body = await readFile(path, "utf8").catch(() => {
    throw badInput(`${path} does not exist: train first (nightly.json says what was decided)`);
  });
  const decoding = decodeRankingModel(body, {
    normalizerVersion: NORMALIZER_VERSION,
    analyzerVersion: ANALYZER_VERSION,
    embeddingModel: tenant.embeddingModel,
  });
  if (!decoding.ok) throw badInput(`${path}: ${decoding.reason}: ${decoding.message}`);
  const { learned, queryTable, embeddingModel } = decoding.model;
  const { outFolder } = context.command;
  const rows =
    learned === undefined ? null : await readLearnedFile(learnedPath(context), learned.version);
  const table =
    queryTable === undefined ? null : await readTableFile(outFolder, queryTable, embeddingModel);
  await publishModel(decoding.model, publishPorts(context, tenant), { rows, table });
  context.print(`version ${decoding.model.version} is in force`);
}

async function printModels(context: CommandContext, tenant: TenantContext): Promise<void> {
  const { connections, command, print } = context;
  const stored = await listModels(connections.database, tenant.tenantId);
  const current = await currentVersion(publishPorts(context, tenant));
  if (stored.length === 0) print(`tenant ${command.tenant} has no model`);
  for (const { version, storedAt, model } of stored) {
    const mark = version === current ? "*" : " ";
    const ndcg = model.metrics["testNdcg10"]?.value.toFixed(4) ?? "-";
    print(`${mark} ${version}  stored ${storedAt}  C ${model.cost.toPrecision(3)}  test ${ndcg}`);
  }
  if (current !== null && !stored.some(({ version }) => version === current)) {
    print(`* ${current}  (not in the database)`);
  }
}

/** Whole or not at all: a scheduler may read it at any time. */
async function writeNight({ command }: CommandContext, result: NightlyResult): Promise<void> {
  const path = join(command.outFolder, "nightly.json");
  await writeFile(`${path}.tmp`, `${JSON.stringify(result, null, 2)}\n`);
  await rename(`${path}.tmp`, path);
}

/** Sentences of ours only: a message of a driver or a parser may hold data. */
function sentenceOf(error: unknown): string {
  const isOurs = error instanceof TrainerError || error instanceof AppError;
  return isOurs ? error.message : "an unexpected error; see the log";
}
