/**
 * Trains the shipped detector of named fields and writes it:
 *   node trainer/detector/main.ts --queries test/golden/scope/queries.jsonl \
 *     --values test/golden/scope/corpus-values.json [--out edge/core/scope/detect/field-detector.json]
 * About five seconds; the same input gives the same file.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { z } from "zod";
import { writeDetector } from "#core/scope/detect/detector-file.ts";
import type { FeatureWeights } from "#core/scope/detect/field-detector.ts";
import type { CompiledVocabulary } from "#core/scope/extract-scope.ts";
import { learnedVocabulary } from "#edge/local/default-vocabulary.ts";
import { badInput, TrainerError } from "../training-error.ts";
import { readQuery } from "./detector-rows.ts";
import { parseLabelledQueries } from "./labelled-queries.ts";
import { DETECTOR_SETTINGS, trainDetector } from "./train-detector.ts";

const OUT = "edge/core/scope/detect/field-detector.json";
/** Queries of the vocabulary of the shipped corpora. */
const VOCABULARY = "default";

function readInput(option: string, path: string | undefined): string {
  if (path === undefined) throw badInput(`${option} is needed`);
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw badInput(`${option}: ${path} cannot be read`);
  }
}

const corpusValues = z.record(
  z.string(),
  z.object({
    values: z.record(z.string(), z.record(z.string(), z.number())),
    years: z.tuple([z.number(), z.number()]).nullable(),
  }),
);

function parseValues(text: string, path: string): z.infer<typeof corpusValues> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badInput(`--values: ${path} is no JSON`);
  }
  const parsed = corpusValues.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badInput(`--values: ${path}: ${issue!.path.join(".") || "file"}: ${issue!.message}`);
}

/** Of a tenant that holds all corpora of the file, beside the shipped names. */
function vocabularyOf(file: z.infer<typeof corpusValues>): CompiledVocabulary {
  const corpora = Object.values(file);
  const learned = corpora.flatMap(({ values }) =>
    Object.entries(values).flatMap(([field, counts]) =>
      Object.entries(counts).map(([value, documents]) => ({ field, value, documents })),
    ),
  );
  return learnedVocabulary(
    learned,
    corpora.flatMap((corpus) => corpus.years ?? []),
  );
}

const rowCount = ({ table, scales }: FeatureWeights): number => table.length / scales.length;

function options(): { queries?: string; values?: string; out: string } {
  try {
    const string = { type: "string" } as const;
    const { values } = parseArgs({
      options: { queries: string, values: string, out: { ...string, default: OUT } },
    });
    return values;
  } catch (error) {
    throw badInput(error instanceof Error ? error.message : "unreadable options");
  }
}

function main(): void {
  const values = options();
  const text = readInput("--queries", values.queries);
  const valuesText = readInput("--values", values.values);
  const vocabulary = vocabularyOf(parseValues(valuesText, values.values!));
  const labelled = parseLabelledQueries(text, values.queries!, VOCABULARY);
  const queries = labelled.map((one) => readQuery(one, vocabulary));
  const { detector, gapRelMax, falseQueryShare } = trainDetector(
    queries,
    DETECTOR_SETTINGS,
    (step, steps) => process.stderr.write(`model ${step + 1} of ${steps}\n`),
  );
  const trained = {
    queries: queries.length,
    queriesSha256: createHash("sha256").update(text).digest("hex"),
    settings: DETECTOR_SETTINGS,
    gapRelMax,
    falseQueryShare,
  };
  const file = { ...writeDetector(detector), trained };
  try {
    writeFileSync(values.out, `${JSON.stringify(file, null, 1)}\n`);
  } catch {
    throw badInput(`--out: ${values.out} cannot be written`);
  }
  process.stdout.write(
    `${values.out}: ${rowCount(detector.token)} features of tokens, ` +
      `${rowCount(detector.query)} of queries; ${queries.length} queries, largest relative gap ` +
      `${gapRelMax.toExponential(1)}, ${(100 * falseQueryShare).toFixed(1)} % of queries of other folds ` +
      "are told to name a field that they do not\n",
  );
}

try {
  main();
} catch (error) {
  if (!(error instanceof TrainerError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
