/** Arguments of `npm run tenant`, checked before the database is opened. */
import { z } from "zod";
import type { RequestedScope } from "#core/scope/resolve-scope.ts";
import { describeIssue } from "../schemas/describe-issue.ts";
import { scopeSchema } from "../schemas/search.ts";
import type { Role } from "../store/tenant-context.ts";
import { StartError } from "./data-folder.ts";
import { EMBEDDING_DIMENSION_MAX, integer, parse } from "./options.ts";
import { TENANT_MODEL } from "./stack.ts";

/** A quota that is named: a number, or null for none; undefined: left as it is. */
export interface Quotas {
  readonly documents: number | null | undefined;
  readonly searches: number | null | undefined;
}

export type TenantOptions =
  | {
      readonly action: "create";
      readonly name: string;
      readonly embeddingModel: string;
      readonly embeddingDimension: number;
      readonly origins: readonly string[];
      readonly quotas: Quotas;
    }
  | { readonly action: "quota"; readonly name: string; readonly quotas: Quotas }
  | {
      readonly action: "key";
      readonly name: string;
      readonly role: Role;
      readonly lock: RequestedScope;
    }
  | { readonly action: "revoke"; readonly key: string }
  | { readonly action: "list"; readonly name: string | null };

export const TENANT_USAGE = `usage:
  npm run tenant -- create NAME [--model MODEL --dimension N] [--origin https://…[,…]]
                                [--documents N] [--searches N]
  npm run tenant -- key NAME --role reader|writer|admin [--lock '{"level": "O-Level"}']
  npm run tenant -- quota NAME [--documents N|none] [--searches N|none]   (searches a month)
  npm run tenant -- revoke KEY                        (its number in the list, or the key itself)
  npm run tenant -- list [NAME]`;

const QUOTA_MAX = Number.MAX_SAFE_INTEGER;
const ORIGINS_MAX = 20;
const role = z.enum(["reader", "writer", "admin"]);

export function readTenantOptions(args: readonly string[]): TenantOptions {
  const { values, positionals } = parse(args, {
    model: { type: "string" },
    dimension: { type: "string" },
    origin: { type: "string" },
    documents: { type: "string" },
    searches: { type: "string" },
    role: { type: "string" },
    lock: { type: "string" },
  });
  const [action, name, ...more] = positionals;
  const allowed = OPTIONS_OF[action ?? ""];
  const given = Object.keys(values).filter((option) => values[option as keyof typeof values]);
  if (allowed === undefined || more.length > 0) {
    throw new StartError(TENANT_USAGE);
  }
  const stray = given.find((option) => !allowed.includes(option));
  if (stray !== undefined) {
    throw new StartError(`${action} takes no --${stray}\n${TENANT_USAGE}`);
  }
  if (action === "list") {
    return { action, name: name ?? null };
  }
  if (name === undefined) {
    throw new StartError(TENANT_USAGE);
  }
  const quotas = {
    documents: quota("documents", values["documents"]),
    searches: quota("searches", values["searches"]),
  };
  switch (action) {
    case "create":
      return {
        action,
        name,
        ...modelOf(values["model"], values["dimension"]),
        origins: originsOf(values["origin"]),
        quotas,
      };
    case "quota":
      return { action, name, quotas };
    case "key":
      return { action, name, role: roleOf(values["role"]), lock: lockOf(values["lock"]) };
    default:
      return { action: "revoke", key: name };
  }
}

const OPTIONS_OF: Readonly<Record<string, readonly string[]>> = {
  create: ["model", "dimension", "origin", "documents", "searches"],
  quota: ["documents", "searches"],
  key: ["role", "lock"],
  revoke: [],
  list: [],
};

function modelOf(model: string | undefined, dimension: string | undefined) {
  if ((model === undefined) !== (dimension === undefined)) {
    throw new StartError("--model and --dimension belong together");
  }
  return model === undefined
    ? TENANT_MODEL
    : {
        embeddingModel: model,
        embeddingDimension: integer("dimension", dimension, 1, 1, EMBEDDING_DIMENSION_MAX),
      };
}

function quota(name: string, text: string | undefined): number | null | undefined {
  if (text === undefined) {
    return undefined;
  }
  return text === "none" ? null : integer(name, text, 0, 0, QUOTA_MAX);
}

function roleOf(text: string | undefined): Role {
  const result = role.safeParse(text);
  if (!result.success) {
    throw new StartError("--role must be reader, writer or admin");
  }
  return result.data;
}

function originsOf(text: string | undefined): string[] {
  const origins = text === undefined ? [] : text.split(",").map((origin) => origin.trim());
  const wrong = origins.find((origin) => origin !== "*" && !isOrigin(origin));
  if (wrong !== undefined || origins.length > ORIGINS_MAX) {
    throw new StartError(
      `--origin must be "*" or up to ${ORIGINS_MAX} origins such as https://example.com, got "${text}"`,
    );
  }
  return origins;
}

/** As browsers send it: scheme, host and port, nothing after them. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

function lockOf(text: string | undefined): RequestedScope {
  if (text === undefined) {
    return {};
  }
  const result = scopeSchema.safeParse(parsedJson(text));
  if (!result.success) {
    const { message, path } = describeIssue(result.error);
    throw new StartError(`--lock is not a scope: ${path} ${message}`);
  }
  return result.data;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new StartError(`--lock must be JSON such as '{"level": "O-Level"}'`);
  }
}
