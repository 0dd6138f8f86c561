/** The real Worker with its page, on in-memory PostgreSQL, holding the small corpus. */
import { readdirSync, readFileSync } from "node:fs";
import { createClient } from "#edge/client/create-client.ts";
import { startGateway } from "#edge/local/gateway.ts";
import { openPglite } from "#edge/local/pglite-database.ts";
import { createKey, ensureTenant } from "#edge/local/tenants.ts";
import { startWorker } from "#edge/local/worker-process.ts";
import { connectPostgres } from "#edge/store/postgres.ts";
import { writeEditedVocabulary } from "#edge/store/vocabulary.ts";
import { migrate } from "../../migrations/migrate.ts";
import { CORPUS } from "./corpus.ts";

const VOCABULARIES = new URL("../../edge/local/vocabularies/", import.meta.url);

export interface Site {
  readonly url: string;
  /** May search and add documents. */
  readonly key: string;
  close(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const local = await openPglite();
  await migrate(local);
  const gateway = await startGateway(local);
  const worker = await startWorker({
    port: 0,
    databaseUrl: gateway.databaseUrl,
    sqlEndpoint: gateway.url,
    embeddingUrl: null,
  });
  const database = connectPostgres(gateway.databaseUrl, { fetchEndpoint: gateway.url });
  const tenant = await ensureTenant(database, {
    name: "browser",
    embeddingModel: "multilingual-e5-small",
    embeddingDimension: 384,
  });
  const entries = readdirSync(VOCABULARIES).flatMap(
    (file) => JSON.parse(readFileSync(new URL(file, VOCABULARIES), "utf8")).entries,
  );
  await writeEditedVocabulary(database, tenant, entries, true);
  const key = await createKey(database, tenant, "writer");
  const { results } = await createClient({ baseUrl: worker.url, key }).addDocuments(CORPUS);
  const refused = results.filter(({ status }) => status !== "created");
  if (refused.length > 0) {
    throw new Error(`the corpus was not stored: ${JSON.stringify(refused)}`);
  }
  return {
    url: worker.url,
    key,
    close: async () => {
      await worker.close();
      await gateway.close();
      await local.close();
    },
  };
}
