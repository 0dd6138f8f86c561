/**
 * Reads the input cases and builds their inputs: document recipes, large texts, padded vectors. What
 * a case calls by another name than the product is mapped here and nowhere else.
 */
import { readFileSync } from "node:fs";
import { mulberry32 } from "#significance/mulberry32.ts";

export type Row = Readonly<Record<string, unknown>>;

export interface Call {
  readonly op: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly id?: string;
  readonly body: Row;
}

export interface InputCase {
  readonly id: string;
  readonly when: string;
  readonly kind: string;
  readonly documents: readonly Row[];
  readonly thenAdd: readonly Row[];
  readonly queries: readonly string[];
  readonly request: Row | null;
  readonly calls: readonly Call[];
  /** Rows written past the ingest checks. */
  readonly storage: readonly Row[];
  readonly config: { readonly embedding_model: string; readonly dimension: number } | null;
}

type Json = Record<string, unknown>;

/** Cases of one area by id; vectors are padded to `dimension` where the case configures none. */
export function readCases(area: string, dimension: number): ReadonlyMap<string, InputCase> {
  const file = new URL(`../../golden/cases/${area}.jsonl`, import.meta.url);
  const cases = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => toCase(JSON.parse(line) as Json, dimension));
  return new Map(cases.map((one) => [one.id, one]));
}

function toCase(json: Json, defaultDimension: number): InputCase {
  const given = json["given"] as Json;
  const config = (given["config"] ?? null) as InputCase["config"];
  const dimension = config?.dimension ?? defaultDimension;
  const language = given["language"] as string | undefined;
  const build = (key: string) =>
    ((given[key] ?? []) as Json[])
      .flatMap((row) => ("count" in row ? expandRecipe(row) : [row]))
      .map((row) => toDocument(row, language, dimension));
  const query = given["query"] as string | undefined;
  return {
    id: json["id"] as string,
    when: json["when"] as string,
    kind: json["kind"] as string,
    documents: [...build("documents"), ...build("corpus")],
    thenAdd: build("then_add"),
    queries: (given["queries"] as string[] | undefined) ?? (query === undefined ? [] : [query]),
    request: given["request"] === undefined ? null : toRequest(given["request"], dimension),
    calls: ((given["calls"] ?? []) as Call[]).map((call) => ({
      ...call,
      ...(call.body === undefined
        ? {}
        : { body: toBody(call.body, (row) => toDocument(row, language, dimension), dimension) }),
    })),
    storage: build("storage"),
    config,
  };
}

function toBody(body: Row, document: (row: Row) => Row, dimension: number): Row {
  const rows = body["documents"] as Row[] | undefined;
  return rows === undefined ? toRequest(body, dimension) : { documents: rows.map(document) };
}

function toDocument(row: Row, language: string | undefined, dimension: number): Row {
  const { tenant, embedding, text, source_kind: kind, ...rest } = row;
  return {
    ...(language === undefined ? {} : { language }),
    ...rest,
    ...(tenant === undefined ? {} : { tenant }),
    ...(text === undefined ? {} : { text: toText(text) }),
    // What a caller knows beyond the curriculum goes into the metadata.
    ...(kind === undefined ? {} : { metadata: { source_kind: kind } }),
    ...(embedding === undefined || embedding === null
      ? {}
      : { embedding: toVector(embedding, dimension) }),
  };
}

/** The names of the cases for what the product calls otherwise. */
function toRequest(body: unknown, dimension: number): Row {
  const { vector, snippet, debug, query, ...rest } = body as Json;
  return {
    ...rest,
    ...(query === undefined ? {} : { query: toText(query) }),
    ...(vector === undefined ? {} : { vector: toVector(vector, dimension) }),
    ...(snippet === undefined ? {} : { highlight: snippet }),
    ...(debug === undefined ? {} : { explain: debug }),
  };
}

interface VectorRecipe {
  readonly values: readonly number[];
  readonly pad_to: number | "model" | null;
  readonly jitter?: number;
  readonly seed?: number;
}

function toVector(spec: unknown, dimension: number): number[] {
  const { values, pad_to: length, jitter = 0, seed = 0 } = spec as VectorRecipe;
  const size = length === "model" ? dimension : (length ?? values.length);
  const random = mulberry32(seed);
  return Array.from(
    { length: size },
    (_, index) => (values[index] ?? 0) + (jitter === 0 ? 0 : jitter * (2 * random() - 1)),
  );
}

export function toText(spec: unknown): string {
  if (typeof spec === "string") return spec;
  const recipe = spec as Json;
  if ("concat" in recipe) return (recipe["concat"] as unknown[]).map(toText).join("");
  if ("repeat" in recipe) return String(recipe["repeat"]).repeat(Number(recipe["times"]));
  if ("random" in recipe) return base64(Number(recipe["chars"]), Number(recipe["seed"]));
  const { words, from, to } = recipe as { words: string; from: number; to: number };
  return Array.from({ length: to - from + 1 }, (_, index) =>
    words.replaceAll("{i}", String(from + index)),
  ).join("");
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The linear congruential generator that the cases are written with. */
export function base64(chars: number, seed: number): string {
  let state = seed;
  let text = "";
  for (let at = 0; at < chars; at += 1) {
    state = (Math.imul(1_103_515_245, state) + 12_345) >>> 0;
    text += BASE64[(state >>> 16) & 63];
  }
  return text;
}

function expandRecipe({ count, ...fields }: Json): Row[] {
  return Array.from({ length: Number(count) }, (_, index) => valueAt(fields, index + 1) as Row);
}

function valueAt(value: unknown, i: number): unknown {
  if (typeof value === "string") return value.replaceAll("{i}", String(i));
  if (Array.isArray(value)) return value.map((one) => valueAt(one, i));
  if (typeof value !== "object" || value === null) return value;
  const recipe = value as { cycle?: unknown[]; counter?: Counter; every?: number };
  if (recipe.cycle !== undefined) {
    return recipe.cycle[Math.floor((i - 1) / (recipe.every ?? 1)) % recipe.cycle.length];
  }
  if (recipe.counter !== undefined) return counted(recipe.counter, i);
  if ("pad_to" in value && "seed" in value)
    return { ...value, seed: Number(value.seed) * 1000 + i };
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, valueAt(one, i)]));
}

interface Counter {
  readonly from: number;
  readonly every: number;
  readonly modulo?: number;
}

function counted({ from, every, modulo }: Counter, i: number): number {
  const steps = Math.floor((i - 1) / every);
  return from + (modulo === undefined ? steps : steps % modulo);
}
