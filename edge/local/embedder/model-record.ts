/**
 * What each shipped embedding model needs to be used correctly. Prefixes, pooling and the token
 * limit belong to the model's record and nowhere else: a vector made with the wrong prefix looks
 * healthy and ranks badly. It must not load anything.
 */

export interface ModelRecord {
  readonly id: string;
  readonly dimension: number;
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  /** "cls": first token, then L2 norm; "in-graph": the graph pools and normalises by itself. */
  readonly pooling: "cls" | "in-graph";
  /** Longest input in tokens, the two special tokens included. */
  readonly tokensMax: number;
  readonly endTokenId: number;
  readonly inputs: readonly ("input_ids" | "attention_mask" | "token_type_ids")[];
  readonly output: string;
  /** Unicode scripts whose words its vocabulary holds; others come out as unknown tokens. */
  readonly scripts: readonly string[];
  /** SHA-256 of model_int8.onnx: shipped vectors name the file that made them. */
  readonly sha256: string;
}

export type InputType = "query" | "passage";

export const MODEL_RECORDS = [
  {
    id: "bge-small-en-v1.5",
    dimension: 384,
    queryPrefix: "",
    passagePrefix: "",
    pooling: "cls",
    tokensMax: 512,
    endTokenId: 102,
    inputs: ["input_ids", "attention_mask", "token_type_ids"],
    output: "last_hidden_state",
    scripts: ["Latin", "Greek"],
    sha256: "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4",
  },
  {
    id: "multilingual-e5-small",
    dimension: 384,
    queryPrefix: "query: ",
    passagePrefix: "passage: ",
    pooling: "in-graph",
    tokensMax: 512,
    endTokenId: 2,
    inputs: ["input_ids", "attention_mask"],
    output: "sentence_embedding",
    scripts: ["Latin", "Greek"],
    sha256: "acf9b2d655f190a96e23b864bd9949689ac7c84fb9e296835646c13baed27afd",
  },
] as const satisfies readonly ModelRecord[];

export type ModelId = (typeof MODEL_RECORDS)[number]["id"];

/** The record of that id, or undefined: an unknown model is the caller's error to report. */
export function findModelRecord(id: string): ModelRecord | undefined {
  return MODEL_RECORDS.find((record) => record.id === id);
}

/** The text as that model must read it. */
export function withPrefix(record: ModelRecord, text: string, inputType: InputType): string {
  return (inputType === "query" ? record.queryPrefix : record.passagePrefix) + text;
}
