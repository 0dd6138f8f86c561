/** One sentence and one path for the first thing that is wrong with a value. */
import type { z } from "zod";

export interface IssueDescription {
  readonly message: string;
  /** Path in the JSON, such as `scope.subject[0]`; an unknown field is named itself. */
  readonly path: string;
}

export function describeIssue(error: z.ZodError): IssueDescription {
  const issue = error.issues[0];
  if (issue === undefined) {
    return { message: "is not valid", path: "" };
  }
  if (issue.code === "unrecognized_keys") {
    const path = formatPath([...issue.path, issue.keys[0] ?? ""]);
    return { message: `unknown field ${path}`, path };
  }
  if (issue.code === "invalid_union") {
    return describeUnion(issue);
  }
  return { message: issue.message, path: formatPath(issue.path) };
}

/** The branch that got furthest says most about what was meant. */
function describeUnion(issue: Extract<z.ZodError["issues"][number], { code: "invalid_union" }>) {
  const deepest = issue.errors
    .flat()
    .toSorted((a, b) => b.path.length - a.path.length)
    .at(0);
  const path = formatPath([...issue.path, ...(deepest?.path ?? [])]);
  return { message: deepest?.message ?? issue.message, path };
}

function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") {
      return `${text}[${key}]`;
    }
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}
