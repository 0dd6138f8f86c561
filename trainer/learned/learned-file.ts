/** learned.json: the learned rows of a trained model on their way to the database. */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { badInput } from "../training-error.ts";
import type { LearnedRows } from "./learned-rows.ts";
import { learnedVersion } from "./learned-version.ts";

const rowsSchema = z.object({
  version: z.string(),
  termWeights: z.array(
    z.object({ language: z.string(), lexeme: z.string(), multiplier: z.number() }),
  ),
  history: z.array(
    z.object({
      queryId: z.string(),
      embedding: z.array(z.number()),
      documentIds: z.array(z.string()),
    }),
  ),
});

/** Refuses rows that are not those which the model names. */
export async function readLearnedFile(path: string, version: string): Promise<LearnedRows> {
  const text = await readFile(path, "utf8").catch(() => {
    throw badInput(`${path} does not exist, but the model names learned parts ${version}`);
  });
  const parsed = rowsSchema.safeParse(jsonOf(text));
  if (!parsed.success) throw badInput(`${path}: not the learned rows of a night`);
  const rows = parsed.data;
  if (rows.version !== version || learnedVersion(rows) !== version) {
    throw badInput(`${path}: these rows are not those of version ${version}`);
  }
  return rows;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
