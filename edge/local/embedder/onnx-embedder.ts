/**
 * Runs a shipped embedding model on the CPU through onnxruntime-node, an optional dependency:
 * where it or a model file is missing the load says so as a value, and search stays lexical.
 * One text a run: the int8 models quantise activations over a whole batch, so that padding would
 * change the vectors. A run blocks this process's event loop (26 ms for 140 tokens).
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Tokenizer } from "@huggingface/tokenizers";
import type { InferenceSession, Tensor } from "onnxruntime-node";
import { type InputType, type ModelRecord, withPrefix } from "./model-record.ts";

export interface Embedding {
  /** L2-normalised, as many values as the record's dimension. */
  readonly vector: Float32Array;
  /** Tokens that the model read, special tokens included, after truncation. */
  readonly tokenCount: number;
}

export interface Embedder {
  readonly record: ModelRecord;
  /** Throws if the model gives no finite vector; a text over the token limit is truncated. */
  embed(text: string, inputType: InputType): Promise<Embedding>;
  close(): Promise<void>;
}

export type EmbedderLoad =
  | { readonly status: "ready"; readonly embedder: Embedder }
  | {
      readonly status: "unavailable";
      readonly code: "runtime_missing" | "model_missing" | "model_invalid";
      readonly reason: string;
    };

export interface EmbedderOptions {
  readonly threadCount?: number;
  /** Folder with one folder a model; the shipped ones by default. */
  readonly modelsFolder?: URL;
}

export const MODELS_FOLDER = new URL("./models/", import.meta.url);

type Runtime = typeof import("onnxruntime-node");

/** Loads model and tokenizer; every failure is a returned reason, never a throw. */
export async function loadOnnxEmbedder(
  record: ModelRecord,
  { threadCount = 1, modelsFolder = MODELS_FOLDER }: EmbedderOptions = {},
): Promise<EmbedderLoad> {
  let runtime: Runtime;
  try {
    runtime = await import("onnxruntime-node");
  } catch (cause) {
    return unavailable("runtime_missing", `onnxruntime-node does not load: ${messageOf(cause)}`);
  }
  const folder = new URL(`${record.id}/`, modelsFolder);
  let tokenizerJson: string;
  let model: Uint8Array;
  try {
    tokenizerJson = await readFile(new URL("tokenizer.json", folder), "utf8");
    model = await readFile(new URL("model_int8.onnx", folder));
  } catch (cause) {
    const path = fileURLToPath(folder);
    return unavailable("model_missing", `${record.id} is not in ${path}: ${messageOf(cause)}`);
  }
  try {
    const tokenizer = new Tokenizer(JSON.parse(tokenizerJson), {});
    const session = await runtime.InferenceSession.create(model, {
      intraOpNumThreads: threadCount,
      interOpNumThreads: 1,
    });
    return { status: "ready", embedder: createEmbedder(record, runtime, tokenizer, session) };
  } catch (cause) {
    return unavailable("model_invalid", `${record.id} does not load: ${messageOf(cause)}`);
  }
}

function createEmbedder(
  record: ModelRecord,
  runtime: Runtime,
  tokenizer: Tokenizer,
  session: InferenceSession,
): Embedder {
  return {
    record,
    async embed(text, inputType) {
      const ids = truncate(tokenizer.encode(withPrefix(record, text, inputType)).ids, record);
      const feeds: Record<string, Tensor> = {};
      for (const name of record.inputs) {
        const values = BigInt64Array.from(ids, (id) => inputValue(name, id));
        feeds[name] = new runtime.Tensor("int64", values, [1, ids.length]);
      }
      const output = (await session.run(feeds, [record.output]))[record.output];
      const data = output?.data;
      if (!(data instanceof Float32Array) || data.length < record.dimension) {
        throw new Error(`${record.id} gave no float vector of ${record.dimension} values`);
      }
      // With "cls" the output is [1, tokens, dimension]: the first token's row leads.
      return { vector: normalise(record, data), tokenCount: ids.length };
    },
    close: () => session.release(),
  };
}

function truncate(ids: readonly number[], record: ModelRecord): readonly number[] {
  if (ids.length <= record.tokensMax) return ids;
  return [...ids.slice(0, record.tokensMax - 1), record.endTokenId];
}

function inputValue(name: ModelRecord["inputs"][number], id: number): bigint {
  if (name === "input_ids") return BigInt(id);
  return name === "attention_mask" ? 1n : 0n;
}

function normalise(record: ModelRecord, data: Float32Array): Float32Array {
  const vector = data.slice(0, record.dimension);
  let squares = 0;
  for (const value of vector) squares += value * value;
  const norm = Math.sqrt(squares);
  if (!Number.isFinite(norm) || norm === 0) {
    throw new Error(`${record.id} gave a vector of length ${norm}`);
  }
  for (let at = 0; at < vector.length; at += 1) vector[at] = vector[at]! / norm;
  return vector;
}

function unavailable(
  code: Extract<EmbedderLoad, { status: "unavailable" }>["code"],
  reason: string,
): EmbedderLoad {
  return { status: "unavailable", code, reason };
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
