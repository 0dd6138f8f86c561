/** Creates tenants and their keys, and loads default vocabularies, straight in the database. */
import { randomBytes } from "node:crypto";
import { normalForm } from "#core/scope/curriculum-scope.ts";
import type { VocabularyEntry } from "#core/scope/vocabulary.ts";
import type { Database } from "../ports.ts";
import { sha256Hex } from "../sha256.ts";
import type { Role } from "../store/tenant-context.ts";

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

export async function saveVocabulary(
  database: Database,
  tenantId: number,
  entries: readonly Omit<VocabularyEntry, "documents">[],
): Promise<void> {
  const rows = entries.map((entry) => ({
    field: entry.field,
    value_nf: normalForm(entry.value),
    entry,
  }));
  await database.batch([
    {
      text: `INSERT INTO vocabulary_edited (tenant_id, field, value_nf, entry)
        SELECT $1, r.field, r.value_nf, r.entry
        FROM jsonb_to_recordset($2::jsonb) AS r (field text, value_nf text, entry jsonb)
        ON CONFLICT (tenant_id, field, value_nf) DO UPDATE SET entry = excluded.entry`,
      parameters: [tenantId, JSON.stringify(rows)],
    },
    {
      text: `UPDATE tenants SET vocabulary_version = vocabulary_version + 1 WHERE tenant_id = $1`,
      parameters: [tenantId],
    },
  ]);
}
