/** Fields of a published model, each checked where it is read; a refusal names its path. */

export const MODEL_TEXT_CHARS_MAX = 200;

export type ModelRefusal =
  | "unreadable"
  | "count_mismatch"
  | "schema_mismatch"
  | "normalizer_mismatch"
  | "analyzer_mismatch"
  | "embedding_mismatch";

export class Refusal extends Error {
  readonly reason: ModelRefusal;

  constructor(reason: ModelRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

export type Fields = Readonly<Record<string, unknown>>;

export function unreadable(message: string): Refusal {
  return new Refusal("unreadable", message);
}

export function record(value: unknown, path: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw unreadable(`${path} is not an object`);
}

export function text(value: unknown, path: string): string {
  if (typeof value === "string" && value !== "" && value.length <= MODEL_TEXT_CHARS_MAX) {
    return value;
  }
  throw unreadable(`${path} is not a text of 1 to ${MODEL_TEXT_CHARS_MAX} characters`);
}

export function finite(value: unknown, path: string): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw unreadable(`${path} is not a finite number`);
}
