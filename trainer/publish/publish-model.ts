/**
 * Puts a model in force, in the only safe order: the immutable version into the database, then into
 * KV, read back and compared, and the pointer last. A step that fails leaves the pointer, and so
 * what is served, as it was. Rollback is the same walk with a version that is stored already.
 */
import { encodeRankingModel } from "#core/model/decode-ranking-model.ts";
import type { RankingModel } from "#core/model/ranking-model.ts";
import type { Database } from "#edge/ports.ts";
import { currentModelKey, modelKey } from "#edge/store/ranking-model-kv.ts";
import { currentTableKey, NO_TABLE, tableKey } from "#edge/store/token-table-kv.ts";
import { type QueryTable, tableVersion } from "../encoder/tenant-table.ts";
import { badInput, failure } from "../training-error.ts";
import { type KvClock, type ModelStore, SYSTEM_CLOCK } from "./kv-api.ts";
import { deleteLearnedRows, insertLearnedRows, type LearnedRows } from "../learned/learned-rows.ts";
import { findModel, listModels, newestLearnedVersions, storeModel } from "./model-table.ts";
import { modelVersion } from "./model-version.ts";

/** KV may show a write late: so often, and so far apart, a version is looked for. */
export const READ_BACK_ATTEMPTS_MAX = 30;
export const READ_BACK_INTERVAL_MS = 2_000;

/** What a model names and takes along; null: it names none. */
export interface Companions {
  readonly rows: LearnedRows | null;
  readonly table: QueryTable | null;
}

const ALONE: Companions = { rows: null, table: null };

export interface PublishPorts {
  readonly database: Database;
  readonly models: ModelStore;
  readonly tenantId: number;
  readonly clock?: KvClock;
}

/** Versions whose learned rows are kept, the newest ones: a rollback further back has no memory. */
export const LEARNED_VERSIONS_KEPT = 10;

/**
 * Refuses a model whose content does not carry its version's name. What it names is written before
 * it; learned rows of old versions are deleted after it is in force.
 */
export async function publishModel(
  model: RankingModel,
  ports: PublishPorts,
  { rows, table }: Companions = ALONE,
): Promise<void> {
  if (model.version !== modelVersion(model)) {
    throw badInput(`model.version: ${model.version} is not the version of this content`);
  }
  if ((model.queryTable ?? null) !== (table?.version ?? null)) {
    throw badInput(`model.queryTable: ${model.queryTable ?? "none"} is not the table beside it`);
  }
  if (rows !== null) await insertLearnedRows(ports.database, ports.tenantId, rows);
  if (table !== null) await putTable(table, ports);
  const body = encoded(model);
  const stored = await storeModel(ports.database, ports.tenantId, JSON.parse(body) as RankingModel);
  if (modelVersion(stored) !== model.version) {
    throw failure(`another model is stored under version ${model.version}; nothing was published`);
  }
  await putInForce(stored, ports);
  const { database, tenantId } = ports;
  const newest = await newestLearnedVersions(database, tenantId, LEARNED_VERSIONS_KEPT);
  await deleteLearnedRows(database, tenantId, newest);
}

/** Makes a stored version current again. */
export async function rollBackTo(version: string, ports: PublishPorts): Promise<void> {
  const stored = await findModel(ports.database, ports.tenantId, version);
  if (stored === null) {
    const known = await listModels(ports.database, ports.tenantId);
    const names = known.map((one) => one.version).join(", ");
    throw badInput(
      `--to: no version is named "${version}"; known: ${names === "" ? "none" : names}`,
    );
  }
  await putInForce(stored.model, ports);
}

/** Null: nothing was published yet, or the pointer is gone. */
export function currentVersion({ models, tenantId }: PublishPorts): Promise<string | null> {
  return models.get(currentModelKey(tenantId));
}

async function putInForce(
  model: RankingModel,
  { models, tenantId, clock = SYSTEM_CLOCK }: PublishPorts,
): Promise<void> {
  const key = modelKey(tenantId, model.version);
  const body = encoded(model);
  await models.put(key, body);
  await expectReadBack(key, clock, async () => matchOf(await models.get(key), body));
  await pointToTable(model.queryTable ?? null, { models, tenantId });
  await models.put(currentModelKey(tenantId), model.version);
}

/** Immutable: bytes that are there already are the same. */
async function putTable(
  { version, bytes }: QueryTable,
  { models, tenantId, clock = SYSTEM_CLOCK }: PublishPorts,
): Promise<void> {
  const key = tableKey(tenantId, version);
  const isStored = async () => {
    const found = await models.getBytes(key);
    return found === null ? null : tableVersion(found) === version;
  };
  if ((await isStored()) === true) return;
  await models.put(key, bytes);
  await expectReadBack(key, clock, isStored);
}

/** The encoder changes with the model that was trained on it; before its pointer, never long after. */
async function pointToTable(
  version: string | null,
  { models, tenantId }: Pick<PublishPorts, "models" | "tenantId">,
): Promise<void> {
  const pointer = currentTableKey(tenantId);
  const current = await models.get(pointer);
  const wanted = version ?? (current === null ? null : NO_TABLE);
  if (wanted !== null && wanted !== current) await models.put(pointer, wanted);
}

const matchOf = (found: string | null, body: string): boolean | null =>
  found === null ? null : found === body;

/** `isFound` says whether the value is there (null: nothing is) and the right one. */
async function expectReadBack(
  key: string,
  clock: KvClock,
  isFound: () => Promise<boolean | null>,
): Promise<void> {
  let found: boolean | null = null;
  for (let attempt = 1; attempt <= READ_BACK_ATTEMPTS_MAX; attempt += 1) {
    found = await isFound();
    if (found === true) return;
    if (attempt < READ_BACK_ATTEMPTS_MAX) await clock.sleep(READ_BACK_INTERVAL_MS);
  }
  const what = found === null ? "no body" : "another body";
  throw failure(`KV returns ${what} for ${key} after it was written; the pointer is as it was`);
}

function encoded(model: RankingModel): string {
  try {
    return encodeRankingModel(model);
  } catch (cause) {
    throw badInput(`the model cannot be published: ${(cause as Error).message}`);
  }
}
