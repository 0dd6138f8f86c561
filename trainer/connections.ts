/**
 * Where the trainer finds its database, embedding provider and KV: the environment, or the note
 * that a running local stack leaves in its data folder. One source is used whole, never a mixture:
 * half a production address and half a local one would train on one corpus and publish to another.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { createHttpEmbedder } from "#edge/embedding/http-embedder.ts";
import type { Database, Embedder } from "#edge/ports.ts";
import { connectPostgres } from "#edge/store/postgres.ts";
import { connectKv, type KvConnection, type ModelStore } from "./publish/kv-api.ts";
import { badInput } from "./training-error.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Connections {
  /** Where the addresses come from, for the operator. */
  readonly source: string;
  readonly database: Database;
  readonly embedder: Embedder | null;
  /** Connects to KV; refuses where its address is not known. */
  models(): ModelStore;
}

/** Folder of the local stack unless SCOPEWISE_DATA names another. */
const DATA_FOLDER = ".scopewise";

const noteSchema = z.object({
  databaseUrl: z.string(),
  sqlEndpoint: z.string(),
  embeddingUrl: z.string().nullable(),
  kvApiUrl: z.string(),
  kvAccountId: z.string(),
  kvNamespaceId: z.string(),
  kvApiToken: z.string(),
});

const KV_VARIABLES = {
  url: "KV_API_URL",
  accountId: "KV_ACCOUNT_ID",
  namespaceId: "KV_NAMESPACE_ID",
  token: "KV_API_TOKEN",
} as const satisfies Record<keyof KvConnection, string>;

/**
 * SCOPEWISE_DATA names a stack: its note. Otherwise DATABASE_URL: the environment. Otherwise the
 * note of the stack in this folder.
 */
export function openConnections(env: Environment): Connections {
  const named = env["SCOPEWISE_DATA"];
  const notePath = join(named ?? DATA_FOLDER, "stack.json");
  if (named === undefined && filled(env["DATABASE_URL"])) return fromEnvironment(env);
  if (existsSync(notePath)) return fromNote(notePath);
  throw badInput(
    `no connection: ${notePath} does not exist (start the local stack with npm start), and ` +
      "DATABASE_URL is not set",
  );
}

function fromEnvironment(env: Environment): Connections {
  const endpoint = filled(env["SQL_ENDPOINT"]);
  const embeddingUrl = filled(env["EMBEDDING_URL"]);
  const key = filled(env["EMBEDDING_KEY"]);
  return {
    source: "the environment",
    database: connectPostgres(
      env["DATABASE_URL"] ?? "",
      endpoint === undefined ? {} : { fetchEndpoint: endpoint },
    ),
    embedder:
      embeddingUrl === undefined
        ? null
        : createHttpEmbedder({
            url: embeddingUrl,
            ...(key === undefined ? {} : { key }),
            sendsInputType: env["EMBEDDING_INPUT_TYPE"] === "1",
          }),
    models: () => {
      const missing = Object.values(KV_VARIABLES).filter((name) => !filled(env[name]));
      if (missing.length > 0) throw badInput(`publishing needs ${missing.join(", ")} to be set`);
      return connectKv({
        url: env[KV_VARIABLES.url] ?? "",
        accountId: env[KV_VARIABLES.accountId] ?? "",
        namespaceId: env[KV_VARIABLES.namespaceId] ?? "",
        token: env[KV_VARIABLES.token] ?? "",
      });
    },
  };
}

function fromNote(path: string): Connections {
  const parsed = noteSchema.safeParse(parsedJson(path));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw badInput(`${path}: ${issue?.path.join(".") || "file"}: ${issue?.message}`);
  }
  const note = parsed.data;
  return {
    source: path,
    database: connectPostgres(note.databaseUrl, { fetchEndpoint: note.sqlEndpoint }),
    embedder:
      note.embeddingUrl === null
        ? null
        : createHttpEmbedder({ url: note.embeddingUrl, sendsInputType: true }),
    models: () =>
      connectKv({
        url: note.kvApiUrl,
        accountId: note.kvAccountId,
        namespaceId: note.kvNamespaceId,
        token: note.kvApiToken,
      }),
  };
}

function parsedJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

const filled = (value: string | undefined): string | undefined =>
  value === "" ? undefined : value;
