/**
 * Query vectors by query id: those that the collection ships, or the local model's. The same numbers
 * answer the product's embedder port, so that a search over HTTP embeds nothing twice.
 */
import { loadOnnxEmbedder } from "#edge/local/embedder/onnx-embedder.ts";
import { findModelRecord } from "#edge/local/embedder/model-record.ts";
import type { Embedder } from "#edge/ports.ts";
import { unitVector } from "#core/encoder/unit-vector.ts";
import { failure } from "../training-error.ts";
import { LADDER_MODEL } from "./ladder-stack.ts";

export interface QueryVectors {
  /** As a search has it; null: the query has no vector (search by words). */
  of(queryId: string): readonly number[] | null;
  /** Unit vector; throws where there is none. */
  unit(queryId: string): readonly number[];
  readonly embedder: Embedder;
}

export interface KnownVector {
  readonly id: string;
  readonly text: string;
  readonly vector: ArrayLike<number> | null;
}

/** `asServed` is what the Worker makes of an encoder's vector: of a provider's, one of unit length. */
export function queryVectors(
  name: string,
  queries: readonly KnownVector[],
  asServed: (vector: readonly number[]) => readonly number[] | null = unitVector,
): QueryVectors {
  const byId = new Map<string, readonly number[] | null>();
  const byText = new Map<string, readonly number[]>();
  for (const { id, text, vector } of queries) {
    const values = vector === null ? null : Array.from(vector);
    byId.set(id, values === null ? null : asServed(values));
    if (values !== null) byText.set(text, values);
  }
  const units = new Map<string, readonly number[]>();
  return {
    of: (queryId) => byId.get(queryId) ?? null,
    unit: (queryId) => {
      const known = units.get(queryId);
      if (known !== undefined) return known;
      const vector = unitVector(byId.get(queryId) ?? []);
      if (vector === null) throw failure(`query ${queryId} has no vector`);
      units.set(queryId, vector);
      return vector;
    },
    embedder: {
      name,
      // A query that is not the collection's is a mistake of the ladder, not a reason to search by words.
      embed: async (texts) => ({
        vectors: texts.map((text) => {
          const vector = byText.get(text);
          if (vector === undefined) throw failure(`no vector for the text "${text.slice(0, 60)}"`);
          return vector;
        }),
      }),
    },
  };
}

/** The shipped model on this machine as the product's embedder port, or why there is none. */
export async function localEmbedder(): Promise<Embedder | string> {
  const record = findModelRecord(LADDER_MODEL.embeddingModel);
  if (record === undefined) return `no model record for ${LADDER_MODEL.embeddingModel}`;
  const load = await loadOnnxEmbedder(record);
  if (load.status !== "ready") return load.reason;
  return {
    name: "onnx",
    embed: async (texts, _model, type) => {
      const vectors: number[][] = [];
      for (const text of texts) {
        vectors.push(Array.from((await load.embedder.embed(text, type)).vector));
      }
      return { vectors };
    },
  };
}
