/**
 * The database of a command that runs beside the service or without it: DATABASE_URL (any PostgreSQL,
 * or one behind SQL_ENDPOINT), the running local stack, or the folder of one that does not run.
 */
import { existsSync } from "node:fs";
import { migrate } from "../../migrations/migrate.ts";
import type { Database } from "../ports.ts";
import { connectPostgres } from "../store/postgres.ts";
import { type DataFolder, type StackNote, StartError } from "./data-folder.ts";
import { startGateway } from "./gateway.ts";
import { openPostgres } from "./pg-database.ts";
import { type LocalDatabase, openPglite } from "./pglite-database.ts";

export interface OpenDatabase extends Database {
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

export async function openDatabase(
  folder: DataFolder,
  note: StackNote | null,
  { DATABASE_URL: url, SQL_ENDPOINT: endpoint }: Environment,
): Promise<OpenDatabase> {
  if (url !== undefined && endpoint !== undefined) {
    return overHttp(url, endpoint);
  }
  if (url !== undefined) {
    const local = await openPostgres(url).catch(() => {
      throw new StartError("DATABASE_URL names no PostgreSQL that answers (or refuses the login)");
    });
    return inProcess(local, () => undefined);
  }
  if (note !== null) {
    return overHttp(note.databaseUrl, note.sqlEndpoint);
  }
  if (!existsSync(folder.databasePath)) {
    throw new StartError("no database here: start one with npm start, or set DATABASE_URL");
  }
  folder.lock();
  const local = await openPglite(folder.databasePath).catch((error: unknown) => {
    folder.unlock();
    throw error;
  });
  return inProcess(local, () => folder.unlock());
}

const overHttp = (databaseUrl: string, fetchEndpoint: string): OpenDatabase => ({
  ...connectPostgres(databaseUrl, { fetchEndpoint }),
  close: async () => undefined,
});

/** Through the same gateway and driver as the service, so that values travel in one way. */
async function inProcess(local: LocalDatabase, release: () => void): Promise<OpenDatabase> {
  await migrate(local);
  const gateway = await startGateway(local);
  return {
    ...connectPostgres(gateway.databaseUrl, { fetchEndpoint: gateway.url }),
    close: async () => {
      await gateway.close();
      await local.close();
      release();
    },
  };
}
