/** `npm start` and `npm run` ingest, search, reembed, tenant: arguments in, exit code out. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { banner } from "./banner.ts";
import { DataFolder, type FolderState, type StackNote, StartError } from "./data-folder.ts";
import { firstRun } from "./first-run.ts";
import { ingestRows, readJsonl } from "./ingest-client.ts";
import {
  readIngestOptions,
  readReembedOptions,
  readSearchOptions,
  readStartOptions,
} from "./options.ts";
import { createProgress } from "./progress.ts";
import { reembed } from "./reembed-command.ts";
import { runOnce } from "./run-once.ts";
import { searchCommand } from "./search-command.ts";
import { type OpenDatabase, openDatabase } from "./open-database.ts";
import { startStack } from "./stack.ts";
import { runTenantCommand } from "./tenant-command.ts";
import { readTenantOptions } from "./tenant-options.ts";

const EXIT_BAD_INPUT = 2;

async function start(args: readonly string[]): Promise<void> {
  const options = readStartOptions(args, process.env);
  const progress = createProgress();
  const folder = new DataFolder(resolve(options.dataFolder));
  process.stderr.write(`Scopewise starts (data in ${options.dataFolder}, seed ${options.seed})\n`);
  const stack = await startStack(folder, options, progress);
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= stack.stop();
    return stopping;
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    // Miniflare's own listener would end the process before the database is closed.
    process.removeAllListeners(signal);
    process.once(signal, () => {
      process.stderr.write("\nStopping\n");
      void stop().then(() => process.exit(0));
    });
  }
  try {
    const state = await firstRun(folder, stack, options.seed, progress);
    if (options.once) {
      const summary = await runOnce(stack, state, options.seed);
      const text = `${JSON.stringify(summary, null, 2)}\n`;
      if (options.jsonFile === null) {
        process.stdout.write(text);
      } else {
        writeFileSync(options.jsonFile, text);
      }
      await stop();
      return;
    }
    process.stdout.write(await banner(stack, state));
  } catch (error) {
    await stop();
    throw error;
  }
}

async function ingest(args: readonly string[]): Promise<void> {
  const { files, url, key } = readIngestOptions(args, knownConnection());
  let failed = 0;
  for (const file of files) {
    if (!existsSync(file)) {
      throw new StartError(`${file}: no such file`);
    }
    const report = ({ where, message }: { where: string; message: string }) => {
      failed += 1;
      process.stderr.write(`${where}: ${message}\n`);
    };
    const counts = await ingestRows({ url, key }, readJsonl(file, report), () => undefined, report);
    process.stdout.write(
      `${file}: ${counts.created} created, ${counts.updated} updated, ` +
        `${counts.unchanged} unchanged\n`,
    );
  }
  if (failed > 0) {
    process.stderr.write(`${failed} rows were refused; the others are stored\n`);
    process.exitCode = EXIT_BAD_INPUT;
  }
}

/** The running stack and its first key, as far as the data folder knows them. */
function knownConnection(): { url: string | null; key: string | null } {
  const note = readJson<StackNote>(join(dataFolder(), "stack.json"));
  const state = readJson<FolderState>(join(dataFolder(), "state.json"));
  return { url: note?.url ?? null, key: state?.apiKey ?? null };
}

const dataFolder = () => resolve(process.env["SCOPEWISE_DATA"] ?? ".scopewise");

function readJson<T>(path: string): T | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as T) : null;
}

async function withDatabase(
  work: (database: OpenDatabase, note: StackNote | null) => Promise<void>,
): Promise<void> {
  const folder = new DataFolder(dataFolder());
  const note = readJson<StackNote>(join(folder.path, "stack.json"));
  const database = await openDatabase(folder, note, process.env);
  try {
    await work(database, note);
  } finally {
    await database.close();
  }
}

const [command, ...args] = process.argv.slice(2);
try {
  if (command === "start") {
    await start(args);
  } else if (command === "ingest") {
    await ingest(args);
  } else if (command === "search") {
    process.stdout.write(await searchCommand(readSearchOptions(args, knownConnection())));
  } else if (command === "reembed") {
    const options = readReembedOptions(args);
    await withDatabase((database, note) => reembed(options, database, note, process.env));
  } else if (command === "tenant") {
    const options = readTenantOptions(args);
    await withDatabase(async (database) => console.log(await runTenantCommand(options, database)));
  } else {
    throw new StartError("usage: main.ts start|ingest|search|reembed|tenant [options]");
  }
} catch (error) {
  if (error instanceof StartError) {
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_BAD_INPUT);
  }
  throw error;
}
