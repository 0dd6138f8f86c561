/** Creates tenants and their keys, straight in the database. */
import { randomBytes } from "node:crypto";
import type { Database } from "../ports.ts";
import { sha256Hex } from "../sha256.ts";
import type { EditedEntry } from "#core/scope/merge-vocabulary.ts";
import type { Role } from "../store/tenant-context.ts";
import { writeEditedVocabulary } from "../store/vocabulary.ts";

export interface NewTenant {
  readonly name: string;
  readonly embeddingModel: string;
  readonly embeddingDimension: number;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const KEY_CHARS = 32;

/** 32 characters from 62, drawn without bias: 190 bits. */
export function newApiKey(role: Role): string {
  let key = "";
  while (key.length < KEY_CHARS) {
    const [byte] = randomBytes(1);
    if (byte !== undefined && byte < ALPHABET.length * 4) {
      key += ALPHABET[byte % ALPHABET.length];
    }
  }
  return `sw_${role}_${key}`;
}

/** Creates the tenant unless it exists; returns its id. */
export async function ensureTenant(database: Database, tenant: NewTenant): Promise<number> {
  const [row] = await database.query<{ tenant_id: number }>(
    `INSERT INTO tenants (name, embedding_model, embedding_dimension) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING tenant_id`,
    [tenant.name, tenant.embeddingModel, tenant.embeddingDimension],
  );
  return row!.tenant_id;
}

/** Stores the hash of a new key; the key itself is returned once and kept nowhere. */
export async function createKey(database: Database, tenantId: number, role: Role): Promise<string> {
  const key = newApiKey(role);
  await storeKey(database, tenantId, role, key);
  return key;
}

export async function storeKey(database: Database, tenantId: number, role: Role, key: string) {
  await database.query(
    `INSERT INTO api_keys (tenant_id, prefix, key_hash, role) VALUES ($1, $2, $3, $4)
     ON CONFLICT (key_hash) DO NOTHING`,
    [tenantId, key.slice(0, 12), await sha256Hex(key), role],
  );
}

/** Adds default entries to what the tenant has. */
export function saveVocabulary(
  database: Database,
  tenantId: number,
  entries: readonly EditedEntry[],
): Promise<void> {
  return writeEditedVocabulary(database, tenantId, entries, false);
}
