/** table.swt in the output folder: the table of the last text that it was made from, and its name. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { badInput } from "../training-error.ts";
import { type QueryTable, queryTable, type TableCache } from "./tenant-table.ts";

const bytesPath = (folder: string): string => join(folder, "table.swt");
/** Holds the hash of what the bytes were made from. */
const sourcePath = (folder: string): string => join(folder, "table.source");

export function tableFileCache(folder: string): TableCache {
  return {
    read: async (source) => {
      const kept = await readFile(sourcePath(folder), "utf8").catch(() => null);
      return kept === source ? readFile(bytesPath(folder)).catch(() => null) : null;
    },
    write: async (source, bytes) => {
      await writeFile(bytesPath(folder), bytes);
      await writeFile(sourcePath(folder), source);
    },
  };
}

/** Refuses a table that is not the one which the model names. */
export async function readTableFile(
  folder: string,
  version: string,
  model: string,
): Promise<QueryTable> {
  const bytes = await readFile(bytesPath(folder)).catch(() => {
    throw badInput(`${bytesPath(folder)} does not exist, but the model names table ${version}`);
  });
  const table = queryTable(bytes, model);
  if (table.version === version) return table;
  throw badInput(`${bytesPath(folder)} is table ${table.version}, the model names ${version}`);
}
