/**
 * Text that JSON allows and PostgreSQL refuses or alters: NUL and halves of surrogate pairs. It is an
 * error by name everywhere but in text that is repaired on purpose (`query`, displayed text).
 */
import { AppError } from "../errors.ts";

export const UNSTORABLE_MESSAGE =
  "holds NUL or half of a surrogate pair, which cannot be stored or searched";

export const isUnstorable = (text: string): boolean =>
  text.includes("\u0000") || !text.isWellFormed();

/** Path of the first such string or key, such as `.scope.paper[0]`, or null. */
export function findUnstorable(
  value: unknown,
  repaired: ReadonlySet<string> = new Set(),
  path = "",
): string | null {
  if (typeof value === "string") {
    return isUnstorable(value) ? path : null;
  }
  if (typeof value !== "object" || value === null) {
    return null;
  }
  for (const [key, child] of Object.entries(value)) {
    const childPath = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
    if (isUnstorable(key)) {
      return childPath;
    }
    const bad = repaired.has(key) ? null : findUnstorable(child, repaired, childPath);
    if (bad !== null) {
      return bad;
    }
  }
  return null;
}

/** For a part of the path: what cannot be stored cannot be found. */
export function refuseUnstorableId(id: string): void {
  if (isUnstorable(id)) {
    throw new AppError("not_found", "no such id");
  }
}
