/** A JSON body checked by a schema: one way for every route that takes one. */
import type { z } from "@hono/zod-openapi";
import { AppError } from "../errors.ts";
import { parseJson, readBody } from "../middleware/request-body.ts";
import { describeIssue } from "./describe-issue.ts";
import { findUnstorable, UNSTORABLE_MESSAGE } from "./unstorable.ts";

export async function readJsonBody<T>(
  raw: Request,
  schema: z.ZodType<T>,
  bytesMax: number,
): Promise<T> {
  const type = raw.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new AppError("unsupported_media_type", "send application/json", {
      field: "content-type",
    });
  }
  return check(schema, parseJson(await readBody(raw, bytesMax)));
}

/** Query parameters: each name once, unknown names refused. */
export function readQuery<T>(url: string, schema: z.ZodType<T>): T {
  const values: Record<string, string> = {};
  for (const [name, value] of new URL(url).searchParams) {
    if (Object.hasOwn(values, name)) {
      throw new AppError("invalid_request", `${name} is given twice`, { field: name });
    }
    values[name] = value;
  }
  return check(schema, values);
}

function check<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (!result.success) {
    const { message, path } = describeIssue(result.error);
    throw new AppError("invalid_request", message, path === "" ? {} : { field: path });
  }
  const bad = findUnstorable(result.data, REPAIRED);
  if (bad !== null) {
    throw new AppError("invalid_request", UNSTORABLE_MESSAGE, { field: bad.replace(/^\./, "") });
  }
  return result.data;
}

/** The normaliser takes such characters out of a query. */
const REPAIRED: ReadonlySet<string> = new Set(["query"]);
