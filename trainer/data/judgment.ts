/**
 * A judgment says how well one document answers one query inside one scope; judgments of one query
 * belong together. Pure: reading them from a table or a file is elsewhere.
 */
import type { CurriculumScope } from "#core/scope/curriculum-scope.ts";

export interface Judgment {
  readonly queryId: string;
  readonly query: string;
  /** Effective scope of the request that the query stands for. */
  readonly scope: CurriculumScope;
  readonly documentId: string;
  /** 0..3; 1 and more is relevant. */
  readonly grade: number;
  /** "teacher", "feedback" or "weak:<rule>". */
  readonly origin: string;
}

export interface JudgedQuery {
  readonly queryId: string;
  readonly query: string;
  readonly scope: CurriculumScope;
  /** Origin of its first judgment by document id. */
  readonly origin: string;
  readonly grades: ReadonlyMap<string, number>;
}

export const RELEVANT_GRADE_MIN = 1;

export const isRelevantGrade = (grade: number | undefined): boolean =>
  grade !== undefined && grade >= RELEVANT_GRADE_MIN;

/** Answers of one query that a history remembers. */
export const ANSWERS_MAX = 20;

/** Ids of relevant documents, highest grade first, then by id; at most ANSWERS_MAX. */
export function answersOf({ grades }: Pick<JudgedQuery, "grades">): string[] {
  return [...grades]
    .filter(([, grade]) => isRelevantGrade(grade))
    .toSorted(([idA, a], [idB, b]) => b - a || compare(idA, idB))
    .slice(0, ANSWERS_MAX)
    .map(([id]) => id);
}

/** In order of query id; a query id keeps the query and scope that stand first. */
export function groupByQuery(judgments: readonly Judgment[]): JudgedQuery[] {
  const ordered = judgments.toSorted(
    (a, b) => compare(a.queryId, b.queryId) || compare(a.documentId, b.documentId),
  );
  const queries = new Map<string, JudgedQuery & { readonly grades: Map<string, number> }>();
  for (const { queryId, query, scope, documentId, grade, origin } of ordered) {
    const known = queries.get(queryId) ?? { queryId, query, scope, origin, grades: new Map() };
    known.grades.set(documentId, grade);
    queries.set(queryId, known);
  }
  return [...queries.values()];
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
