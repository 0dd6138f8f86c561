/**
 * The request body of POST /v1/embeddings: OpenAI's fields plus `input_type`, since prefixes
 * belong to the model and the caller only knows whether it holds a query or a passage.
 * Whatever cannot be embedded exactly as sent is refused by name, never cut or dropped.
 */
import { type Embedder } from "./onnx-embedder.ts";
import { type InputType } from "./model-record.ts";

export const BODY_BYTES_MAX = 1024 * 1024;
export const INPUTS_MAX = 64;
export const TEXT_CHARS_MAX = 20_000;

/** OpenAI's error object, with the status that it goes out with. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly param: string | null;

  constructor(status: number, code: string, message: string, param: string | null = null) {
    super(message);
    this.name = "RequestError";
    this.status = status;
    this.code = code;
    this.param = param;
  }
}

export interface EmbeddingRequest {
  readonly embedder: Embedder;
  readonly texts: readonly string[];
  readonly inputType: InputType;
  readonly encoding: "float" | "base64";
}

const FIELDS = new Set(["model", "input", "input_type", "encoding_format", "dimensions", "user"]);

/** Throws RequestError naming the field for anything outside the format above. */
export function parseEmbeddingRequest(
  json: string,
  embedders: ReadonlyMap<string, Embedder>,
): EmbeddingRequest {
  const body = parseObject(json);
  for (const field of Object.keys(body)) {
    if (!FIELDS.has(field)) throw invalid(field, `unknown field "${field.slice(0, 100)}"`);
  }
  const embedder = findEmbedder(body["model"], embedders);
  const { dimension, id } = embedder.record;
  if (body["dimensions"] !== undefined && body["dimensions"] !== dimension) {
    throw invalid("dimensions", `dimensions must be ${dimension} for model "${id}"`);
  }
  return {
    embedder,
    texts: parseTexts(body["input"]),
    inputType: oneOf("input_type", body["input_type"], ["passage", "query"] as const),
    encoding: oneOf("encoding_format", body["encoding_format"], ["float", "base64"] as const),
  };
}

function parseObject(json: string): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(json);
  } catch {
    throw new RequestError(400, "invalid_json", "the body is not valid JSON");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new RequestError(400, "invalid_json", "the body must be a JSON object");
  }
  return body as Record<string, unknown>;
}

function findEmbedder(model: unknown, embedders: ReadonlyMap<string, Embedder>): Embedder {
  if (typeof model !== "string") throw invalid("model", "model must be a string");
  const embedder = embedders.get(model);
  if (embedder) return embedder;
  const served = [...embedders.keys()].join(", ");
  const message = `model "${model.slice(0, 100)}" is not served here; served: ${served}`;
  throw new RequestError(404, "model_not_found", message, "model");
}

function parseTexts(input: unknown): string[] {
  const texts: unknown[] = Array.isArray(input) ? input : [input];
  if (texts.length === 0 || texts.length > INPUTS_MAX) {
    throw invalid("input", `input must hold 1 to ${INPUTS_MAX} texts, got ${texts.length}`);
  }
  return texts.map((text, index) => {
    const field = Array.isArray(input) ? `input[${index}]` : "input";
    if (typeof text !== "string") throw invalid(field, `${field} must be a string`);
    if (text.trim() === "") throw invalid(field, `${field} is blank`);
    if (text.length > TEXT_CHARS_MAX) {
      const message = `${field} has ${text.length} characters, at most ${TEXT_CHARS_MAX}`;
      throw invalid(field, message);
    }
    if (!text.isWellFormed()) throw invalid(field, `${field} holds a lone surrogate`);
    return text;
  });
}

/** The first allowed value is the default. */
function oneOf<T extends string>(field: string, value: unknown, allowed: readonly [T, ...T[]]): T {
  if (value === undefined) return allowed[0];
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw invalid(field, `${field} must be one of ${allowed.join(", ")}`);
}

function invalid(field: string, message: string): RequestError {
  return new RequestError(400, "invalid_value", message, field.slice(0, 100));
}
