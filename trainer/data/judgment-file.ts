/**
 * Judgments as JSON lines (gzip where the name ends in .gz), one row a judgment, fields as in
 * cerb/corpora/judgments/README.md. Every row is checked where it enters; the first wrong one stops
 * the import with file, line and field, since half a set of judgments would train another model.
 */
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import {
  type CurriculumScope,
  SCOPE_FIELDS,
  SCOPE_VALUES_MAX,
} from "#core/scope/curriculum-scope.ts";
import { badInput } from "../training-error.ts";
import type { Judgment } from "./judgment.ts";

export const JUDGMENT_ROWS_MAX = 100_000;
const FILE_BYTES_MAX = 256 * 1024 * 1024;
const ID_CHARS_MAX = 512;
const QUERY_CHARS_MAX = 2_000;

const storable = (charsMax: number) =>
  z
    .string()
    .min(1)
    .max(charsMax)
    .refine((text) => !text.includes("\u0000") && text.isWellFormed(), {
      message: "holds NUL or half of a surrogate pair, which cannot be stored",
    });

const values = z.array(storable(ID_CHARS_MAX)).min(1).max(SCOPE_VALUES_MAX);
const years = z.array(z.number().int()).min(1).max(SCOPE_VALUES_MAX);
const scopeSchema = z.strictObject(
  Object.fromEntries(
    SCOPE_FIELDS.map((field) => [field, (field === "year" ? years : values).optional()]),
  ),
);

const rowSchema = z.strictObject({
  query_id: storable(ID_CHARS_MAX),
  query: storable(QUERY_CHARS_MAX),
  scope: scopeSchema,
  document_id: storable(ID_CHARS_MAX),
  grade: z.number().int().min(0).max(3),
  origin: z.string().regex(/^(?:teacher|feedback|weak:[a-z-]{1,40})$/, {
    message: 'must be "teacher", "feedback" or "weak:<rule>"',
  }),
});

export async function readJudgmentFile(path: string): Promise<Judgment[]> {
  const packed = await readFile(path).catch(() => {
    throw badInput(`--judgments: ${path} cannot be read`);
  });
  return parseJudgments(path.endsWith(".gz") ? unpack(packed, path) : packed.toString(), path);
}

function unpack(packed: Buffer, path: string): string {
  try {
    return gunzipSync(packed, { maxOutputLength: FILE_BYTES_MAX }).toString();
  } catch {
    throw badInput(`--judgments: ${path} cannot be decompressed`);
  }
}

/** Blank lines are skipped; `path` is for messages only. */
export function parseJudgments(text: string, path: string): Judgment[] {
  const judgments: Judgment[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    if (judgments.length === JUDGMENT_ROWS_MAX) {
      throw badInput(`${path}:${index + 1}: more than ${JUDGMENT_ROWS_MAX} judgments`);
    }
    judgments.push(parseLine(line, `${path}:${index + 1}`));
  }
  return judgments;
}

function parseLine(line: string, where: string): Judgment {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw badInput(`${where}: not JSON`);
  }
  const parsed = rowSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw badInput(`${where}: ${issue?.path.join(".") || "row"}: ${issue?.message}`);
  }
  const { query_id: queryId, query, scope, document_id: documentId, grade, origin } = parsed.data;
  return { queryId, query, scope: scope as CurriculumScope, documentId, grade, origin };
}
