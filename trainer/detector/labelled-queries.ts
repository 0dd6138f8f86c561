/**
 * Queries labelled by hand with the scope values that their words name, as JSON lines: the layout of
 * test/golden/scope/queries.jsonl. The first wrong line stops the reading with file, line and field.
 */
import { z } from "zod";
import { SCOPE_FIELDS } from "#core/scope/curriculum-scope.ts";
import { badInput } from "../training-error.ts";

export const LABELLED_QUERIES_MAX = 100_000;
const QUERY_CHARS_MAX = 1_000;

const values = z.array(z.union([z.string(), z.number()])).max(100);
const rowSchema = z.object({
  /** Queries of one set were written together; a fold holds whole sets. */
  set: z.number().int().min(0),
  vocabulary: z.string(),
  query: z.string().min(1).max(QUERY_CHARS_MAX),
  named: z.strictObject(
    Object.fromEntries(SCOPE_FIELDS.map((field) => [field, values.optional()])),
  ),
});

export type LabelledQuery = z.infer<typeof rowSchema>;

/** Rows of `vocabulary`; blank lines are skipped, `path` is for messages only. */
export function parseLabelledQueries(
  text: string,
  path: string,
  vocabulary: string,
): LabelledQuery[] {
  const rows: LabelledQuery[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const where = `${path}:${index + 1}`;
    if (rows.length === LABELLED_QUERIES_MAX) {
      throw badInput(`${where}: more than ${LABELLED_QUERIES_MAX} queries`);
    }
    const row = parseRow(line, where);
    if (row.vocabulary === vocabulary) rows.push(row);
  }
  return rows;
}

function parseRow(line: string, where: string): LabelledQuery {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw badInput(`${where}: no JSON`);
  }
  const parsed = rowSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badInput(`${where}: ${issue!.path.join(".") || "row"}: ${issue!.message}`);
}
