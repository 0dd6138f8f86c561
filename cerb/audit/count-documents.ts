/** Counts of the audit over documents: coverage, completeness, pools, duplicates, links. Pure. */
import { normalForm, SCOPE_FIELDS } from "#core/scope/curriculum-scope.ts";
import { documentValues } from "#measures/scope-match.ts";
import type { Cell, Completeness, Coverage, Pool, SpellingGroup } from "./audit-result.ts";
import type { AuditDocument } from "./read-audit-documents.ts";

/** Fields of the completeness table; a question number counts, a topic is no part of the tuple. */
export const COUNTED_FIELDS = SCOPE_FIELDS.filter((field) => field !== "topic");

type Documents = readonly AuditDocument[];

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

export function coverageOf(documents: Documents): Coverage {
  const embedded = documents.filter(({ hasEmbedding }) => hasEmbedding).length;
  return { documents: documents.length, embedded, share: share(embedded, documents.length) };
}

export function completenessOf(documents: Documents): Completeness {
  const fields = COUNTED_FIELDS.map((field) => {
    const filled = documents.filter((document) => documentValues(document, field).size > 0);
    return [field, share(filled.length, documents.length)] as const;
  });
  return { documents: documents.length, fields: Object.fromEntries(fields) };
}

/** By a text of each document, in ascending order of it (code units). */
export function grouped(
  documents: Documents,
  nameOf: (document: AuditDocument) => string,
): Map<string, AuditDocument[]> {
  const groups = new Map<string, AuditDocument[]>();
  for (const document of documents) {
    const name = nameOf(document);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [document]);
    else group.push(document);
  }
  return new Map([...groups].toSorted(([a], [b]) => compare(a, b)));
}

export function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const formOf = (value: string | number | null | undefined) =>
  value === null || value === undefined || value === "" ? null : normalForm(value);

const cellKey = ({ subject, level, year }: AuditDocument) =>
  JSON.stringify([formOf(subject), formOf(level), year ?? null]);

/** Documents of every (subject, level, year) that occurs. */
export function cellsOf(documents: Documents): Cell[] {
  return [...grouped(documents, cellKey)].map(([key, members]) => {
    const [subject, level, year] = JSON.parse(key) as [string | null, string | null, number | null];
    return { subject, level, year, documents: members.length };
  });
}

/** Every subject with every level, those that no document has included, then what has a paper. */
export function poolsOf(documents: Documents): Pool[] {
  const cells = cellsOf(documents);
  const subjects = [...new Set(cells.map(({ subject }) => subject))];
  const levels = [...new Set(cells.map(({ level }) => level))].toSorted((a, b) =>
    compare(a ?? "", b ?? ""),
  );
  const all = subjects.flatMap((subject) =>
    levels.map((level) => ({
      subject,
      level,
      documents: cells
        .filter((cell) => cell.subject === subject && cell.level === level)
        .reduce((sum, cell) => sum + cell.documents, 0),
    })),
  );
  const withPaper = documents.filter(({ paper }) => formOf(paper) !== null);
  const papers = grouped(withPaper, ({ subject, level, paper }) =>
    JSON.stringify([formOf(subject), formOf(level), formOf(paper)]),
  );
  const named = [...papers].map(([key, members]) => {
    const [subject, level, paper] = JSON.parse(key) as [string | null, string | null, string];
    return { subject, level, paper, documents: members.length };
  });
  return [...all, ...named];
}

/** Documents that repeat an earlier one: text, options and passage in normal form. */
export function duplicateCount(documents: Documents): number {
  const contents = documents.map(({ text, options, passage }) =>
    JSON.stringify([text, JSON.stringify(options), passage ?? ""].map(normalForm)),
  );
  return documents.length - new Set(contents).size;
}

const SOLUTIONS: ReadonlySet<string> = new Set(["mark_scheme", "solution", "examiner_report"]);
const QUESTIONS: ReadonlySet<string> = new Set([
  "mcq",
  "structured_question",
  "fill_in_blank",
  "question",
  "exercise",
  "essay",
]);

export interface LinkDefects {
  /** Ids in `related` that no document has. */
  readonly brokenRelated: number;
  readonly questionsWithoutSolution: number;
}

export function linkDefects(documents: Documents): LinkDefects {
  const typeOf = new Map(documents.map(({ id, content_type: type }) => [id, String(type ?? "")]));
  let brokenRelated = 0;
  let questionsWithoutSolution = 0;
  for (const { content_type: type, related } of documents) {
    const links = related ?? [];
    brokenRelated += links.filter((id) => !typeOf.has(id)).length;
    const isQuestion = QUESTIONS.has(String(type ?? ""));
    const isSolved = links.some((id) => SOLUTIONS.has(typeOf.get(id) ?? ""));
    if (isQuestion && !isSolved) questionsWithoutSolution += 1;
  }
  return { brokenRelated, questionsWithoutSolution };
}

/** Values of a field that are one when accents, case, spaces and punctuation are folded away. */
export function spellingGroups(documents: Documents): SpellingGroup[] {
  return COUNTED_FIELDS.filter((field) => field !== "question_number").flatMap((field) => {
    const groups = new Map<string, Set<string>>();
    for (const document of documents) {
      const value = document[field];
      if (typeof value !== "string" || value === "") continue;
      const folded = foldedKey(value);
      const group = groups.get(folded);
      if (group === undefined) groups.set(folded, new Set([value]));
      else group.add(value);
    }
    return [...groups.values()]
      .filter((values) => values.size > 1)
      .map((values) => ({ field, values: [...values].toSorted() }));
  });
}

function foldedKey(value: string): string {
  return normalForm(value)
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "");
}
