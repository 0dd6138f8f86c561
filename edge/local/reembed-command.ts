/** `npm run reembed`: changes a tenant's embedding model while the service runs; may be stopped. */
import { beginReembedding, readReembedding, reembedNext } from "../ingest/reembed.ts";
import { createHttpEmbedder } from "../embedding/http-embedder.ts";
import type { Database } from "../ports.ts";
import { type StackNote, StartError } from "./data-folder.ts";
import type { ReembedOptions } from "./options.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Says one line per batch. */
export async function reembed(
  options: ReembedOptions,
  database: Database,
  note: StackNote | null,
  env: Environment,
): Promise<void> {
  const tenant = options.tenant ?? note?.tenant;
  if (tenant === undefined) {
    throw new StartError("name the tenant: --tenant NAME");
  }
  const tenantId = await findTenant(database, tenant);
  if (options.target !== null) {
    await beginReembedding(database, tenantId, options.target);
  }
  let status = await readReembedding(database, tenantId);
  if (status.pending !== null) {
    const sources = { database, embedder: embedderOf(note, env) };
    while (status.pending !== null) {
      console.log(`${tenant}: ${status.missing} chunks lack a vector of ${status.pending.model}`);
      await reembedNext(sources, tenantId);
      status = await readReembedding(database, tenantId);
    }
  }
  console.log(
    `${tenant}: ${status.model} (${status.dimension} values) is in force, nothing is pending`,
  );
}

async function findTenant(database: Database, name: string): Promise<number> {
  const [row] = await database.query<{ tenant_id: number }>(
    "SELECT tenant_id FROM tenants WHERE name = $1",
    [name],
  );
  if (row === undefined) {
    throw new StartError(`no tenant is named ${name}`);
  }
  return row.tenant_id;
}

function embedderOf(note: StackNote | null, env: Environment) {
  const own = env["EMBEDDING_URL"];
  const url = own ?? note?.embeddingUrl;
  if (url === undefined || url === null) {
    throw new StartError("no embedding provider is known here: set EMBEDDING_URL");
  }
  const key = env["EMBEDDING_KEY"];
  return createHttpEmbedder({
    url,
    ...(key === undefined ? {} : { key }),
    sendsInputType: own === undefined || env["EMBEDDING_INPUT_TYPE"] === "1",
  });
}
