/**
 * What every ranking measure starts from: the documents of one query in the order in which they
 * were returned, and their graded judgments. A grade of 1 or more is relevant; a document without a
 * judgment, or with a negative one, gains 0. Measures read the list as it stands and never sort it.
 */

/** Grade of each judged document of one query. */
export type Grades = ReadonlyMap<string, number>;

/** Gain of a document: its grade, linear; never negative. */
export function gainOf(id: string, grades: Grades): number {
  return Math.max(0, grades.get(id) ?? 0);
}

export function isRelevant(id: string, grades: Grades): boolean {
  return gainOf(id, grades) >= 1;
}

export function relevantCount(grades: Grades): number {
  let count = 0;
  for (const id of grades.keys()) if (isRelevant(id, grades)) count += 1;
  return count;
}

/** Relevant documents among the first k of the list. */
export function relevantReturned(ids: readonly string[], grades: Grades, k: number): number {
  let count = 0;
  for (const id of ids.slice(0, k)) if (isRelevant(id, grades)) count += 1;
  return count;
}

/** Later repetitions of an id dropped, then cut to k. */
export function cutList(ids: readonly string[], k: number): string[] {
  return [...new Set(ids)].slice(0, k);
}
