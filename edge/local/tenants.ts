/** Creates tenants and their keys, straight in the database. */
import { randomBytes } from "node:crypto";
import type { Database } from "../ports.ts";
import { sha256Hex } from "../sha256.ts";
import type { CurriculumScope } from "#core/scope/curriculum-scope.ts";
import type { EditedEntry } from "#core/scope/vocabulary/merge-vocabulary.ts";
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

/** Characters of a key that are stored as they are, so that its owner can tell it from others. */
const PREFIX_CHARS = 12;

/** Stores the hash of a new key; the key itself is returned once and kept nowhere. */
export async function createKey(
  database: Database,
  tenantId: number,
  role: Role,
  scopeLock: CurriculumScope = {},
): Promise<string> {
  const key = newApiKey(role);
  await insertKey(database, tenantId, { role, key, scopeLock });
  return key;
}

export function storeKey(database: Database, tenantId: number, role: Role, key: string) {
  return insertKey(database, tenantId, { role, key, scopeLock: {} });
}

async function insertKey(
  database: Database,
  tenantId: number,
  { role, key, scopeLock }: { role: Role; key: string; scopeLock: CurriculumScope },
): Promise<void> {
  await database.query(
    `INSERT INTO api_keys (tenant_id, prefix, key_hash, role, scope_lock)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (key_hash) DO NOTHING`,
    [tenantId, key.slice(0, PREFIX_CHARS), await sha256Hex(key), role, JSON.stringify(scopeLock)],
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
