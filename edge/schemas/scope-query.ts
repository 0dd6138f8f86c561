/** A scope in query parameters: repeated values are separated by commas. */
import { z } from "@hono/zod-openapi";
import { SCOPE_FIELDS } from "#core/scope/curriculum-scope.ts";
import type { RequestedScope } from "#core/scope/resolve-scope.ts";
import { lazy } from "./lazy.ts";

const FILTER_CHARS_MAX = 1000;
const text = lazy(() => z.string().min(1).max(FILTER_CHARS_MAX).optional());

export const scopeQueryShape = lazy(() => ({
  subject: text(),
  level: text(),
  board: text(),
  exam: text(),
  year: z
    .string()
    .regex(/^\d{4}(,\d{4})*$/, "must be years of four digits, separated by commas")
    .optional(),
  session: text(),
  paper: text(),
  question_number: text(),
  content_type: text(),
  language: text(),
  topic: text(),
}));

/** Only the fields that are there; years become numbers. */
export function scopeOfQuery(query: Readonly<Record<string, unknown>>): RequestedScope {
  const scope: Record<string, (string | number)[]> = {};
  for (const field of SCOPE_FIELDS) {
    const value = query[field];
    if (typeof value === "string") {
      const parts = value.split(",").map((part) => part.trim());
      scope[field] = field === "year" ? parts.map(Number) : parts;
    }
  }
  return scope;
}
