/** Writes what the search statement reads of a learned version; rows of a version never change. */
import { isRelevantGrade, type JudgedQuery } from "../data/judgment.ts";
import type { LadderStack } from "./ladder-stack.ts";

export interface LearnedRows {
  readonly version: string;
  readonly language: string;
  readonly multipliers: ReadonlyMap<string, number>;
  /** Empty: no history. */
  readonly judged: readonly JudgedQuery[];
  readonly vectorOf: (queryId: string) => readonly number[];
}

export async function publishLearnedRows(
  { database, tenantId }: LadderStack,
  { version, language, multipliers, judged, vectorOf }: LearnedRows,
): Promise<void> {
  const weights = [...multipliers].map(([lexeme, multiplier]) => ({ lexeme, multiplier }));
  const history = judged.flatMap(({ queryId, grades }) =>
    [...grades]
      .filter(([, grade]) => isRelevantGrade(grade))
      .map(([documentId]) => ({
        document_id: documentId,
        query_id: queryId,
        embedding: `[${vectorOf(queryId).join(",")}]`,
      })),
  );
  await database.batch([
    {
      text: `INSERT INTO term_weights (tenant_id, version, language, lexeme, multiplier)
        SELECT $1, $2, $3, r.lexeme, r.multiplier
        FROM jsonb_to_recordset($4::jsonb) AS r (lexeme text, multiplier double precision)`,
      parameters: [tenantId, version, language, JSON.stringify(weights)],
    },
    {
      text: `INSERT INTO judged_history (tenant_id, version, document_id, query_id, embedding)
        SELECT $1, $2, r.document_id, r.query_id, r.embedding::vector
        FROM jsonb_to_recordset($3::jsonb) AS r (document_id text, query_id text, embedding text)`,
      parameters: [tenantId, version, JSON.stringify(history)],
    },
  ]);
}
