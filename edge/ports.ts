/**
 * What the routes need from the outside world. The Worker, the local stack, the benchmark and the
 * tests each wire their own implementations into `createApp`; nothing else in edge/ does I/O.
 */

import type { ScopeField } from "#core/scope/curriculum-scope.ts";

import type { TokenKey } from "./middleware/token.ts";

/** A PostgreSQL with pgvector. Every call is one network round trip. */
export interface Database {
  /** Parameters are sent as text; arrays become PostgreSQL arrays. JSON columns come back parsed. */
  query<Row = Record<string, unknown>>(
    text: string,
    parameters: readonly unknown[],
  ): Promise<Row[]>;
  /** Several statements in one transaction and one round trip. */
  batch(statements: readonly Statement[]): Promise<Record<string, unknown>[][]>;
}

export interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** The model store: immutable `model:<version>` values and one `model:current` pointer per tenant. */
export interface KeyValueStore {
  get(key: string, cacheTtlSeconds: number): Promise<string | null>;
  /** Absent where only text is stored: then there is no token table. */
  getBytes?(key: string, cacheTtlSeconds: number): Promise<ArrayBuffer | null>;
}

/** Moves the pointer to another published version; absent where models are read only. */
export interface KeyValueWriter {
  put(key: string, value: string): Promise<void>;
}

export type InputType = "query" | "passage";

export interface EmbeddingResult {
  /** One vector per text, in order, each of the model's dimension. */
  readonly vectors: readonly (readonly number[])[];
  /** Unicode scripts that the model reads ("Latin", "Greek"); absent: nothing is known, any. */
  readonly scripts?: readonly string[];
}

/** Turns texts into vectors; prefixes and pooling belong to the model behind it. */
export interface Embedder {
  /** Name shown in responses: "http", "workers-ai". */
  readonly name: string;
  embed(texts: readonly string[], model: string, type: InputType): Promise<EmbeddingResult>;
}

export interface LogRecord {
  readonly event: string;
  readonly [field: string]: string | number | boolean | null;
}

/**
 * For measurement only: the benchmark's variants are the product with parts switched off. The Worker
 * never sets it and no request can. An absent field leaves the product as it is.
 */
export interface PipelineOptions {
  /** Legs that run. */
  readonly legs?: readonly ("lexical" | "dense")[];
  /** Fields that the store may gate on; leakage is still counted against the whole scope. */
  readonly gateFields?: readonly ScopeField[];
  /** Read one subject from the words, however many they name. */
  readonly singleSubject?: boolean;
}

/** Counts requests of a key across isolates (the platform's rate-limiting binding). */
export interface RateLimiter {
  admits(key: string): Promise<boolean>;
}

/** The part of the platform's execution context that is used. */
export interface BackgroundContext {
  waitUntil(work: Promise<unknown>): void;
}

export interface Dependencies {
  readonly database: Database;
  readonly models: KeyValueStore;
  readonly modelWriter?: KeyValueWriter;
  /** The first one signs scope-locked tokens, all verify; absent: no tokens. */
  readonly tokenKeys?: readonly TokenKey[];
  readonly rateLimiter?: RateLimiter;
  /** Null: no provider is configured; documents are stored and searched without vectors. */
  readonly embedder: Embedder | null;
  /** Pools of more chunks than this are scanned by binary code; absent: the store's default. */
  readonly exactPoolMax?: number;
  /** Milliseconds since the epoch. */
  now(): number;
  log(record: LogRecord): void;
  /** Work that must not delay the answer; runs inline where the platform offers no background. */
  background(work: Promise<unknown>): void;
  /** Repeats of a search may be answered from memory; absent (measurements): every search runs. */
  readonly keepsAnswers?: boolean;
  /** For measurement only; the Worker never sets it. */
  readonly pipeline?: PipelineOptions;
}
