/** Command-line options and environment of the local commands, checked before anything starts. */
import { parseArgs } from "node:util";
import { StartError } from "./data-folder.ts";

export interface StartOptions {
  readonly port: number;
  readonly dataFolder: string;
  readonly databaseUrl: string | null;
  readonly once: boolean;
  readonly jsonFile: string | null;
  readonly seed: number;
}

export interface IngestOptions {
  readonly files: readonly string[];
  readonly url: string;
  readonly key: string;
}

export interface SearchOptions {
  readonly query: string;
  readonly url: string;
  readonly key: string;
  readonly k: number;
}

export interface ReembedOptions {
  /** Null: the running stack's own tenant. */
  readonly tenant: string | null;
  /** Null: go on with the change that is under way, if any. */
  readonly target: { readonly model: string; readonly dimension: number } | null;
}

export const PORT_DEFAULT = 8787;
/** As the column of tenants allows. */
export const EMBEDDING_DIMENSION_MAX = 4000;

const START_USAGE = `usage: npm start -- [--once] [--json FILE] [--port N] [--data FOLDER] [--seed N]
SCOPEWISE_DATA names the folder for every command; --data for this one alone.`;

export function readStartOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): StartOptions {
  const { values } = parse(
    args,
    {
      once: { type: "boolean", default: false },
      json: { type: "string" },
      port: { type: "string" },
      data: { type: "string" },
      seed: { type: "string" },
    },
    START_USAGE,
  );
  return {
    port: integer("port", values["port"] ?? env["PORT"], PORT_DEFAULT, 0, 65_535),
    dataFolder: values["data"] ?? env["SCOPEWISE_DATA"] ?? ".scopewise",
    databaseUrl: env["DATABASE_URL"] ?? null,
    once: values["once"] === true,
    jsonFile: values["json"] ?? null,
    seed: integer("seed", values["seed"], 42, 0, 2 ** 32 - 1),
  };
}

export function parse<T extends Record<string, { type: "string" | "boolean"; default?: boolean }>>(
  args: readonly string[],
  options: T,
  usage = "",
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true }) as unknown as {
      values: { [K in keyof T]: T[K]["type"] extends "boolean" ? boolean : string | undefined };
      positionals: string[];
    };
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`.trimEnd());
  }
}

export function readIngestOptions(
  args: readonly string[],
  fallback: { readonly url: string | null; readonly key: string | null },
): IngestOptions {
  const { values, positionals } = parse(args, { url: { type: "string" }, key: { type: "string" } });
  if (positionals.length === 0) {
    throw new StartError("name at least one file: npm run ingest -- FILE.jsonl");
  }
  return { files: positionals, ...connectionOf(values, fallback) };
}

export function readSearchOptions(
  args: readonly string[],
  fallback: { readonly url: string | null; readonly key: string | null },
): SearchOptions {
  const { values, positionals } = parse(args, {
    url: { type: "string" },
    key: { type: "string" },
    k: { type: "string" },
  });
  if (positionals.length === 0) {
    throw new StartError('say what to search for: npm run search -- "QUERY"');
  }
  return {
    query: positionals.join(" "),
    k: integer("k", values["k"], 5, 1, 100),
    ...connectionOf(values, fallback),
  };
}

function connectionOf(
  values: { readonly url: string | undefined; readonly key: string | undefined },
  fallback: { readonly url: string | null; readonly key: string | null },
): { url: string; key: string } {
  const url = values.url ?? fallback.url;
  const key = values.key ?? fallback.key;
  if (url === null) {
    throw new StartError("no stack is running here: start it with npm start, or give --url URL");
  }
  if (key === null) {
    throw new StartError("no API key is known here: give --key KEY");
  }
  return { url, key };
}

export function readReembedOptions(args: readonly string[]): ReembedOptions {
  const { values, positionals } = parse(args, {
    tenant: { type: "string" },
    model: { type: "string" },
    dimension: { type: "string" },
  });
  const { tenant, model, dimension } = values;
  if (positionals.length > 0 || (model === undefined) !== (dimension === undefined)) {
    throw new StartError("usage: npm run reembed -- [--tenant NAME] [--model NAME --dimension N]");
  }
  return {
    tenant: tenant ?? null,
    target:
      model === undefined
        ? null
        : { model, dimension: integer("dimension", dimension, 1, 1, EMBEDDING_DIMENSION_MAX) },
  };
}

export function integer(
  name: string,
  text: string | undefined,
  fallback: number,
  least: number,
  most: number,
): number {
  if (text === undefined) {
    return fallback;
  }
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new StartError(`${name} must be a whole number from ${least} to ${most}, got "${text}"`);
  }
  return value;
}
