/**
 * A benchmark that fits on a page: two levels of physics and chemistry in English, a tenant with
 * vectors of eight values, in memory. The topic words are the same on both sides of every gate.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Embedder } from "#edge/ports.ts";
import { resolveCorpus } from "#cerb/formats/corpus-input.ts";
import type { BenchmarkCase } from "#cerb/ablation/benchmark-case.ts";
import { readDocuments } from "#cerb/systems/corpus-documents.ts";
import type { Systems } from "#cerb/systems/open-systems.ts";
import { openIndex } from "#cerb/systems/search-index.ts";
import { DIMENSION, hashedVector, hashingEmbedder } from "../../support/product.ts";

export const MODEL = "test-model";
export const SILENT = { step: () => undefined, bar: () => () => undefined };

const TOPICS = ["refraction of light", "electric current", "acid and base", "reaction rate"];

export interface SmallRow {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** Every topic at both levels of both subjects, as a question and as its mark scheme. */
export function smallCorpus(): SmallRow[] {
  const rows: SmallRow[] = [];
  for (const subject of ["Physics", "Chemistry"]) {
    for (const level of ["High school", "College"]) {
      for (const [index, topic] of TOPICS.entries()) {
        for (const type of ["structured_question", "mark_scheme"]) {
          const id = `${subject}-${level}-${index}-${type}`.toLowerCase().replaceAll(" ", "-");
          const text = `Explain ${topic} in a few words, ${type.replace("_", " ")} ${index}.`;
          rows.push({
            id,
            subject,
            level,
            year: 2015 + index,
            paper: String(1 + (index % 2)),
            content_type: type,
            language: "en",
            text,
            embedding: [hashedVector(text)],
          });
        }
      }
    }
  }
  return rows;
}

export function corpusFolder(rows: readonly SmallRow[], name = "small"): string {
  const folder = mkdtempSync(join(tmpdir(), "cerb-small-"));
  const file = join(folder, `${name}.jsonl`);
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return file;
}

export async function openSmall(
  path: string,
  cacheFolder: string | null = null,
): Promise<Systems & { embedder: QueryDouble }> {
  const index = await openIndex({
    corpora: [await resolveCorpus(path, MODEL)],
    embeddingModel: MODEL,
    embeddingDimension: DIMENSION,
    beirLanguage: "en",
    embedsTexts: false,
    cacheFolder,
    embedder: null,
    progress: SILENT,
  });
  const embedder = { ...hashingEmbedder(), computedCount: () => 0, close: async () => undefined };
  const documents = await readDocuments(index.database, index.tenantId);
  return { index, embedder, documents, close: () => index.close() };
}

type QueryDouble = Embedder & { computedCount(): number; close(): Promise<void> };

export function smallCase(part: Partial<BenchmarkCase> & { id: string }): BenchmarkCase {
  return {
    query: "high school physics refraction of light",
    language: "en",
    slice: "structured",
    taskType: "exact_retrieval",
    explicitScope: {},
    labels: {
      scope: { subject: ["physics"], level: ["high school"] },
      expected: { subject: "physics", level: "high school" },
      grades: new Map([["physics-high-school-0-structured_question", 2]]),
    },
    named: ["subject", "level"],
    isConflicting: false,
    notes: "",
    ...part,
  };
}
