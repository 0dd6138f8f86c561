/**
 * What a request needs to know about its caller: the tenant, the key's role and scope lock, and the
 * vocabulary. Read once per isolate and key, then kept; the database checks with every statement that
 * the key is still valid (tenant-database.ts) and a search reports the versions, so a kept context is
 * never trusted for longer than one request after a change.
 */
import type { CurriculumScope } from "#core/scope/curriculum-scope.ts";
import { type CompiledVocabulary, compileVocabulary } from "#core/scope/extract-scope.ts";
import { mergeVocabulary } from "#core/scope/vocabulary/merge-vocabulary.ts";
import { VOCABULARY_ENTRIES_MAX, type VocabularyEntry } from "#core/scope/vocabulary/vocabulary.ts";
import type { Database } from "../ports.ts";

export type Role = "reader" | "writer" | "admin";

export interface TenantContext {
  readonly tenantId: number;
  readonly keyId: number;
  readonly role: Role;
  readonly scopeLock: CurriculumScope;
  readonly embeddingModel: string;
  readonly embeddingDimension: number;
  readonly chunkCharsMax: number;
  /** Browser origins that may read answers; "*" = any. */
  readonly corsOrigins: readonly string[];
  readonly vocabularyVersion: number;
  readonly vocabulary: CompiledVocabulary;
  /** Analyzer languages that occur in the corpus, most chunks first. */
  readonly languages: readonly string[];
}

/** Contexts kept per isolate; the oldest goes first. */
export const CONTEXTS_MAX = 500;

interface KeyRow {
  tenant_id: number;
  key_id: number;
  role: Role;
  scope_lock: CurriculumScope;
}

interface ContextRow {
  embedding_model: string;
  embedding_dimension: number;
  chunk_chars_max: number;
  cors_origins: string[];
  vocabulary_version: string;
  learned: { field: string; value: string }[] | null;
  edited: VocabularyEntry[] | null;
  languages: string[] | null;
  years: { first: number; last: number } | null;
}

const STATEMENT = `
SELECT t.embedding_model, t.embedding_dimension, t.chunk_chars_max, t.cors_origins, t.vocabulary_version,
  (SELECT json_agg(json_build_object('field', field, 'value', value) ORDER BY field, value_nf)
   FROM (SELECT * FROM vocabulary_learned v WHERE v.tenant_id = t.tenant_id AND field <> 'year'
         ORDER BY field, value_nf LIMIT ${VOCABULARY_ENTRIES_MAX}) v) AS learned,
  (SELECT json_agg(entry ORDER BY field, value_nf)
   FROM (SELECT * FROM vocabulary_edited v WHERE v.tenant_id = t.tenant_id
         ORDER BY field, value_nf LIMIT ${VOCABULARY_ENTRIES_MAX}) v) AS edited,
  (SELECT json_agg(language ORDER BY n DESC, language)
   FROM (SELECT language, sum(chunks) AS n FROM partitions p
         WHERE p.tenant_id = t.tenant_id AND chunks > 0 GROUP BY language) p) AS languages,
  (SELECT json_build_object('first', min(value::integer), 'last', max(value::integer))
   FROM vocabulary_learned v WHERE v.tenant_id = t.tenant_id AND field = 'year'
   HAVING count(*) > 0) AS years
FROM tenants t WHERE t.tenant_id = current_tenant()`;

/** A key by the hash of its text, or by its id where a token names it. */
export type KeyReference = { readonly keyHash: string } | { readonly keyId: number };

/** Null: no such key is valid. One round trip. */
export async function loadTenantContext(
  database: Database,
  reference: KeyReference,
): Promise<TenantContext | null> {
  const byKey = [
    "keyHash" in reference ? reference.keyHash : null,
    "keyId" in reference ? reference.keyId : null,
  ];
  const answers = await database.batch([
    { text: "SELECT * FROM enter_by_key($1, $2)", parameters: byKey },
    { text: STATEMENT, parameters: [] },
  ]);
  const [[key], [row]] = answers as unknown as [KeyRow[], ContextRow[]];
  if (key === undefined || row === undefined) {
    return null;
  }
  const vocabulary = mergeVocabulary({
    version: String(row.vocabulary_version),
    learned: row.learned ?? [],
    edited: row.edited ?? [],
    years: row.years,
    languages: row.languages ?? [],
  });
  return {
    tenantId: key.tenant_id,
    keyId: key.key_id,
    role: key.role,
    scopeLock: key.scope_lock,
    embeddingModel: row.embedding_model,
    embeddingDimension: row.embedding_dimension,
    chunkCharsMax: row.chunk_chars_max,
    corsOrigins: row.cors_origins,
    vocabularyVersion: Number(row.vocabulary_version),
    vocabulary: compileVocabulary(vocabulary),
    languages: row.languages ?? [],
  };
}

/** A bounded memory of contexts for one database. */
export class ContextCache {
  readonly #contexts = new Map<string, TenantContext>();

  get(keyHash: string): TenantContext | undefined {
    return this.#contexts.get(keyHash);
  }

  set(keyHash: string, context: TenantContext): void {
    this.#contexts.delete(keyHash);
    this.#contexts.set(keyHash, context);
    if (this.#contexts.size > CONTEXTS_MAX) {
      const oldest = this.#contexts.keys().next().value;
      if (oldest !== undefined) {
        this.#contexts.delete(oldest);
      }
    }
  }

  delete(keyHash: string): void {
    this.#contexts.delete(keyHash);
  }
}
