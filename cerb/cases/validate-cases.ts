/**
 * Checks a case file against the schema, the rules L1-L10 and the shipped corpora; errors name line
 * and field. Usage: node cerb/cases/validate-cases.ts [FILE]
 * Exit 0 when nothing is wrong, 2 on a faulty file.
 */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { readManifest } from "#cerb/corpora/manifest.ts";
import { readCorpus } from "#cerb/corpora/read-corpus.ts";
import { type DocumentLookup, type LabelledDocument, ruleFaults } from "./case-rules.ts";
import { CASES_FILE } from "./load-cases.ts";
import { type CaseFault, describeFault, type ParsedCases, parseCases } from "./parse-cases.ts";

const EXIT_BAD_INPUT = 2;

/** All faults of parsed cases, in the order of the lines. */
export function checkCases(
  { cases, faults }: ParsedCases,
  documentOf: DocumentLookup,
): CaseFault[] {
  const found = cases.flatMap(({ line, item }) =>
    ruleFaults(item, documentOf).map((fault): CaseFault => ({ line, ...fault })),
  );
  return [...faults, ...found].toSorted((left, right) => left.line - right.line);
}

/** The documents of the corpora that the cases name; cases that name none were labelled on all. */
export async function readLabelledDocuments({
  cases,
}: Pick<ParsedCases, "cases">): Promise<DocumentLookup> {
  const shipped = (await readManifest()).filter(({ format }) => format === "curriculum");
  const named = new Set(cases.flatMap(({ item }) => item.corpora ?? shipped.map(toName)));
  const documents = new Map<string, LabelledDocument>();
  for (const corpus of shipped.map(toName).filter((name) => named.has(name))) {
    for await (const { row } of readCorpus(corpus)) {
      documents.set(row.id, { corpus, document: row });
    }
  }
  return (id) => documents.get(id);
}

function toName({ name }: { name: string }): string {
  return name;
}

async function main(): Promise<void> {
  const file = process.argv[2] ?? CASES_FILE;
  const parsed = parseCases(await readFile(file, "utf8"));
  const faults = checkCases(parsed, await readLabelledDocuments(parsed));
  const name = basename(String(file));
  for (const fault of faults) process.stderr.write(`${name}:${describeFault(fault)}\n`);
  process.stdout.write(`${name}: ${parsed.cases.length} cases, ${faults.length} faults\n`);
  if (faults.length > 0) process.exitCode = EXIT_BAD_INPUT;
}

if (import.meta.main) await main();
