/** The shipped model's vectors for the distillation: of texts, and of every token alone. */
import { readFileSync } from "node:fs";
import { findModelRecord, type InputType } from "#edge/local/embedder/model-record.ts";
import { loadOnnxEmbedder, MODELS_FOLDER } from "#edge/local/embedder/onnx-embedder.ts";
import { badInput, failure } from "../training-error.ts";

type Progress = (done: number) => void;

export async function embedTexts(
  model: string,
  texts: readonly string[],
  type: InputType,
  onProgress: Progress,
): Promise<Float32Array[]> {
  const record = findModelRecord(model);
  if (record === undefined) throw badInput(`no shipped model is named ${model}`);
  const load = await loadOnnxEmbedder(record);
  if (load.status !== "ready") throw failure(load.reason);
  const vectors: Float32Array[] = [];
  for (const text of texts) {
    vectors.push((await load.embedder.embed(text, type)).vector);
    onProgress(vectors.length);
  }
  await load.embedder.close();
  return vectors;
}

const START_ID = 101;
const END_ID = 102;

/**
 * [CLS] token [SEP] for each id below `count`: pieces such as "##ing" cannot be written as a text,
 * so the ids go in as they are.
 */
export async function embedTokens(
  model: string,
  count: number,
  onProgress: Progress,
): Promise<Float32Array[]> {
  const { InferenceSession, Tensor } = await import("onnxruntime-node");
  const file = readFileSync(new URL(`${model}/model_int8.onnx`, MODELS_FOLDER));
  const session = await InferenceSession.create(file, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const tensor = (values: readonly number[]) =>
    new Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
  const vectors: Float32Array[] = [];
  for (let id = 0; id < count; id += 1) {
    const output = await session.run({
      input_ids: tensor([START_ID, id, END_ID]),
      attention_mask: tensor([1, 1, 1]),
      token_type_ids: tensor([0, 0, 0]),
    });
    const data = output["last_hidden_state"]?.data;
    if (!(data instanceof Float32Array)) throw failure(`${model} gave no vector for token ${id}`);
    vectors.push(unit(data.slice(0, DIMENSION)));
    onProgress(vectors.length);
  }
  await session.release();
  return vectors;
}

const DIMENSION = 384;

function unit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares) || 1;
  return vector.map((value) => value / length);
}
