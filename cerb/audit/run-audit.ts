/** The data-quality audit of the open CERB protocol (section 14), before any run. */
import { hasLostMaterial } from "../root-cause/root-cause.ts";
import type { Systems } from "../systems/open-systems.ts";
import type { AuditResult } from "./audit-result.ts";
import {
  cellsOf,
  completenessOf,
  coverageOf,
  duplicateCount,
  grouped,
  linkDefects,
  poolsOf,
  spellingGroups,
} from "./count-documents.ts";
import { nearDuplicatePairs } from "./near-duplicate-pairs.ts";
import { type AuditDocument, readAuditDocuments } from "./read-audit-documents.ts";

export async function runAudit({ index }: Systems): Promise<AuditResult> {
  const { database, tenantId, record } = index;
  const documents = await readAuditDocuments(database, tenantId);
  const refused = record.corpora.reduce((sum, corpus) => sum + corpus.refused, 0);
  return auditDocuments(documents, refused);
}

export function auditDocuments(
  documents: readonly AuditDocument[],
  refusedRows: number,
): AuditResult {
  const corpora = grouped(documents, ({ corpus }) => corpus);
  const subjects = grouped(documents, ({ subject }) => String(subject ?? "").toLowerCase());
  const languages = grouped(documents, ({ language }) => String(language ?? ""));
  const pools = poolsOf(documents);
  const byCorpus = ofEach(corpora, duplicateCount);
  const near = nearDuplicatePairs(documents.map(({ text }) => text));
  return {
    rows: documents.length,
    chunks: documents.reduce((sum, { chunks }) => sum + chunks, 0),
    corpora: ofEach(corpora, (members) => members.length),
    languages: ofEach(languages, (members) => members.length),
    embeddingCoverage: { overall: coverageOf(documents), subjects: ofEach(subjects, coverageOf) },
    completeness: {
      overall: completenessOf(documents),
      corpora: ofEach(corpora, completenessOf),
      subjects: ofEach(subjects, completenessOf),
    },
    pools,
    emptyPools: pools.filter((pool) => pool.documents === 0).length,
    duplicates: Object.values(byCorpus).reduce((sum, n) => sum + n, 0),
    duplicatesByCorpus: byCorpus,
    nearDuplicates: {
      threshold: 0.75,
      documents: new Set(near.flat()).size,
      pairs: near.length,
    },
    defects: {
      noEmbedding: documents.filter(({ hasEmbedding }) => !hasEmbedding).length,
      emptyLexicalVector: documents.filter(({ hasWords }) => !hasWords).length,
      lostMaterial: documents.filter(hasLostMaterial).length,
      ...linkDefects(documents),
      refusedRows,
    },
    spellings: spellingGroups(documents),
    cells: cellsOf(documents),
  };
}

function ofEach<T>(
  groups: ReadonlyMap<string, readonly AuditDocument[]>,
  of: (members: readonly AuditDocument[]) => T,
): Record<string, T> {
  return Object.fromEntries([...groups].map(([name, members]) => [name, of(members)]));
}
