/** The judge over the documents of the index and the queries of the cases. */
import type { BenchmarkCase } from "../ablation/benchmark-case.ts";
import type { Systems } from "../systems/open-systems.ts";
import { Judge, type JudgedField, type JudgeDocument, type Judgment } from "./judge-query.ts";
import { type JudgeResult, scoreJudge } from "./score-judge.ts";

export async function runJudge(
  { index }: Systems,
  cases: readonly BenchmarkCase[],
): Promise<JudgeResult> {
  const [row] = await index.database.query<{ documents: JudgeDocument[] | null }>(
    `SELECT json_agg(json_build_object('subject', subject, 'level', level, 'paper', paper,
       'exam', exam, 'text', concat_ws(E'\\n', title, text, options::text)) ORDER BY id) AS documents
     FROM documents WHERE tenant_id = $1`,
    [index.tenantId],
  );
  const judge = new Judge(row!.documents ?? []);
  return scoreJudge(
    cases.map((item) => ({
      caseId: item.id,
      query: item.query,
      judgment: judge.judge(item.query),
      label: labelOf(item),
    })),
  );
}

function labelOf({ labels }: BenchmarkCase): Judgment {
  const valuesOf = (field: JudgedField) => {
    const expected = labels.expected[field] ?? null;
    return expected === null ? [] : [expected].flat().map(String);
  };
  return { subject: valuesOf("subject"), level: valuesOf("level"), paper: valuesOf("paper") };
}
