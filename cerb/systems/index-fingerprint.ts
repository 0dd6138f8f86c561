/**
 * One hash of everything that decides what an index holds: the corpora, the schema, the text analysis
 * and the ingest code. An index is only used again under the same hash.
 */
import { sha256Of } from "#cerb/corpora/manifest.ts";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readMigrations } from "../../migrations/migrate.ts";
import type { CorpusInput } from "../formats/corpus-input.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CODE = ["edge/core/text/*.ts", "edge/ingest/*.ts", "cerb/formats/parse-row.ts"];

export interface IndexContent {
  readonly corpora: readonly CorpusInput[];
  readonly embeddingModel: string;
  readonly embeddingDimension: number;
  readonly beirLanguage: string;
  /** Whether texts without vectors were embedded. */
  readonly embedsTexts: boolean;
}

export function indexFingerprint(content: IndexContent): string {
  const corpora = content.corpora.map(({ name, files }) => ({
    name,
    files: files.map(({ sha256, vectorsSha256, format }) => ({ sha256, vectorsSha256, format })),
  }));
  const migrations = readMigrations().map(({ sha256 }) => sha256);
  return sha256Of(JSON.stringify({ ...content, corpora, migrations, code: codeHash() }));
}

function codeHash(): string {
  const files = globSync(CODE, { cwd: ROOT }).toSorted();
  return sha256Of(files.map((file) => readFileSync(`${ROOT}${file}`, "utf8")).join("\n"));
}
