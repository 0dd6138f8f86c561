/**
 * Plays input cases on the whole product: a tenant per case with the shipped vocabularies and the
 * case's documents, the lexical leg alone with its scores, and every statement that was sent.
 */
import { featureSchemaHash } from "#core/features/feature-schema-hash.ts";
import { NORMALIZER_VERSION } from "#core/text/normalize.ts";
import type { SearchResponse } from "#edge/schemas/search.ts";
import { ANALYZER_VERSION } from "#edge/store/analyzer-version.ts";
import { currentModelKey, modelKey } from "#edge/store/ranking-model-kv.ts";
import { rankingModel } from "../core/model/model-builder.ts";
import { defaultVocabulary } from "#edge/local/default-vocabulary.ts";
import { type Answer, type Product, startProduct, useVocabulary } from "../../support/product.ts";
import type { Call, InputCase, Row } from "./case-file.ts";

const INGEST_ROWS = 500;

export interface CaseTenant {
  readonly tenantId: number;
  readonly key: string;
}

export interface LexicalRow {
  readonly id: string;
  readonly score: number;
}

export interface Stage {
  readonly product: Product;
  /** Texts of all statements since the last `forgetStatements`. */
  readonly statements: readonly string[];
  forgetStatements(): void;
  addTenant(name: string): Promise<CaseTenant>;
  ingest(tenant: CaseTenant, documents: readonly Row[]): Promise<void>;
  /** A tenant that holds the documents of the case (all of them, whatever tenant they name). */
  load(one: InputCase): Promise<CaseTenant>;
  /** Plays one call; anything but search answers with the raw answer. */
  play(call: Call, tenant: CaseTenant): Promise<Answer>;
  /** Lexical leg without scope, vector or widening, best first, with BM25 as the score. */
  lexical(query: string, tenant: CaseTenant, scope?: Row): Promise<LexicalRow[]>;
  close(): Promise<void>;
}

export async function startStage(): Promise<Stage> {
  const statements: string[] = [];
  const product = await startProduct({
    embedder: null,
    wrap: (database) => ({
      query: (text, parameters) => {
        statements.push(text);
        return database.query(text, parameters);
      },
      batch: (batch) => {
        statements.push(...batch.map(({ text }) => text));
        return database.batch(batch);
      },
    }),
  });
  const entries = defaultVocabulary();
  const ingest = async ({ key }: CaseTenant, documents: readonly Row[]) => {
    for (let at = 0; at < documents.length; at += INGEST_ROWS) {
      const answer = await product.ingest(documents.slice(at, at + INGEST_ROWS), key);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    }
  };
  const addTenant = async (name: string) => {
    const tenant = await product.addTenant(name);
    await useVocabulary(product, tenant.tenantId, entries as never);
    publishBm25(product, tenant.tenantId);
    return tenant;
  };
  return {
    product,
    statements,
    forgetStatements: () => void statements.splice(0),
    addTenant,
    ingest,
    load: async ({ id, documents }) => {
      const tenant = await addTenant(id);
      await ingest(
        tenant,
        documents.map((row) => withoutTenant(row)),
      );
      return tenant;
    },
    play: ({ body }, { key }) => product.call("/v1/search", body, { key }),
    lexical: async (query, { key }, scope = {}) => {
      const body = { query, scope, k: 100, relax: "none", expand: false, explain: true };
      return lexicalRows(await product.search({ ...body, highlight: false }, key));
    },
    close: () => product.close(),
  };
}

/** The tenant of a row is the key that sends it. */
export function withoutTenant(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([field]) => field !== "tenant"));
}

/** A model of one feature, so that the explanation of a hit shows its BM25. */
function publishBm25({ kv }: Product, tenantId: number): void {
  const model = {
    ...rankingModel([1], ["bm25"]),
    version: "bm25",
    featureSchemaHash: featureSchemaHash(["bm25"]),
    normalizerVersion: NORMALIZER_VERSION,
    analyzerVersion: ANALYZER_VERSION,
    embeddingModel: "test-model",
  };
  kv.set(modelKey(tenantId, model.version), JSON.stringify(model));
  kv.set(currentModelKey(tenantId), model.version);
}

export function lexicalRows({ hits }: SearchResponse): LexicalRow[] {
  return hits
    .filter(({ ranks }) => ranks.lexical !== null)
    .map(({ id, contributions, ranks }) => ({
      id,
      rank: ranks.lexical!,
      score: contributions!.find(({ feature }) => feature === "bm25")!.value,
    }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ id, score }) => ({ id, score }));
}
