/**
 * What POST /v1/search takes and gives, written out: the client must not pull in a schema library.
 * A test compares these types with the service's schemas, so neither can drift. Names are those of
 * the wire.
 */

export type ScopeField =
  | "subject"
  | "level"
  | "board"
  | "exam"
  | "year"
  | "session"
  | "paper"
  | "question_number"
  | "content_type"
  | "language"
  | "topic";

type OneOrMany<T> = T | readonly T[];
type ScopeText = OneOrMany<string> | undefined;
type ScopeLabel = OneOrMany<string | number> | undefined;

/** Fields combine by AND, the values of one field by OR; an absent field is unconstrained. */
export interface Scope {
  readonly subject?: ScopeText;
  readonly level?: ScopeText;
  readonly board?: ScopeText;
  readonly exam?: ScopeText;
  readonly year?: OneOrMany<number> | undefined;
  readonly session?: ScopeText;
  readonly paper?: ScopeLabel;
  readonly question_number?: ScopeLabel;
  readonly content_type?: ScopeText;
  readonly language?: ScopeText;
  readonly topic?: ScopeText;
}

export type RelaxationStep = "W1" | "W2" | "W3";

export type HitField =
  | "id"
  | "title"
  | "text"
  | "options"
  | "answer"
  | ScopeField
  | "source"
  | "related";

export interface SearchRequest {
  /** What the user typed; the service reads scope from its words. At most 1,000 characters. */
  readonly query: string;
  readonly scope?: Scope | undefined;
  /** Fields that no widening step may touch. */
  readonly strict?: readonly ScopeField[] | undefined;
  /** The furthest widening step allowed, or the allowed steps; `"none"` never widens. */
  readonly relax?: "none" | RelaxationStep | readonly RelaxationStep[] | undefined;
  /** Hits wanted, 1 to 100; 8 when absent. */
  readonly k?: number | undefined;
  readonly cursor?: string | null | undefined;
  readonly expand?: boolean | undefined;
  readonly rerank?: boolean | undefined;
  /** A published version to rank with instead of the one in force. */
  readonly model?: string | undefined;
  readonly highlight?: boolean | undefined;
  /** Adds the contributions of each hit and the trace. */
  readonly explain?: boolean | undefined;
  /** Only these fields of a hit, for small answers. */
  readonly fields?: readonly HitField[] | undefined;
  readonly vector?: readonly number[] | undefined;
  readonly vector_model?: string | undefined;
}

export type ScopeValue = string | number;
export type ScopeValues = { readonly [F in ScopeField]?: readonly ScopeValue[] };

export interface Contribution {
  readonly feature: string;
  readonly value: number;
  readonly weight: number;
  readonly product: number;
}

export interface Hit {
  readonly id: string;
  readonly rank: number;
  readonly score: number;
  readonly title?: string | null | undefined;
  readonly text?: string | undefined;
  readonly options?: Readonly<Record<string, string>> | null | undefined;
  readonly answer?: string | null | undefined;
  readonly subject?: string | null | undefined;
  readonly level?: string | null | undefined;
  readonly board?: string | null | undefined;
  readonly exam?: string | null | undefined;
  readonly year?: number | null | undefined;
  readonly session?: string | null | undefined;
  readonly paper?: string | null | undefined;
  readonly question_number?: string | null | undefined;
  readonly content_type?: string | null | undefined;
  readonly language?: string | null | undefined;
  readonly topic?: readonly string[] | null | undefined;
  readonly source?: string | null | undefined;
  readonly related?: readonly string[] | null | undefined;
  /** HTML whose only element is `<mark>`; everything else in it is escaped. */
  readonly highlights?: readonly string[] | undefined;
  /** Fields of the scope asked for that this hit does not satisfy. */
  readonly leakage: { readonly gate: readonly ScopeField[]; readonly tuple: readonly ScopeField[] };
  /** Fields in which the hit may be outside what was meant: nothing fixes them for sure. */
  readonly unverified: readonly ScopeField[];
  /** The widening step that brought the hit in; null: it was inside the scope. */
  readonly step: RelaxationStep | null;
  readonly ranks: {
    readonly lexical: number | null;
    readonly dense: number | null;
    readonly expansion: number | null;
  };
  readonly contributions?: readonly Contribution[] | undefined;
  readonly also_in: readonly { readonly id: string; readonly paper: string | null }[];
}

export interface ExtractedScope {
  readonly field: ScopeField;
  readonly values: readonly ScopeValue[];
  /** [start, end) in UTF-16 code units of the query as it was sent. */
  readonly span: readonly [number, number];
  readonly rule: string;
  readonly confidence: number;
}

export interface RelaxationRecord {
  readonly step: RelaxationStep;
  readonly dropped: readonly ScopeField[];
  readonly reason: string;
  readonly pool_before: number;
  readonly pool_after: number;
  readonly ms: number;
}

export interface SearchResponse {
  readonly request_id: string;
  readonly outcome: "exact" | "relaxed" | "sparse" | "empty";
  readonly hits: readonly Hit[];
  readonly scope: {
    readonly requested: ScopeValues;
    readonly extracted: readonly ExtractedScope[];
    readonly effective: ScopeValues;
    readonly locked: readonly ScopeField[];
    readonly unresolved: readonly ScopeField[];
    /** With a strict subject that nothing names: the one that the answer keeps to. */
    readonly assumed: ScopeValues;
    readonly notes: readonly string[];
  };
  readonly relaxation: readonly RelaxationRecord[];
  readonly notes: readonly string[];
  readonly pool_size: number;
  readonly path: {
    readonly dense: "exact" | "binary" | "none";
    readonly lexical: "impacts" | "none";
  };
  readonly model: { readonly version: string | null; readonly status: string };
  readonly encoder: string;
  readonly degraded: readonly string[];
  readonly cache: "hit" | "miss";
  readonly timing_ms: Readonly<Record<string, number>>;
  readonly trace?: readonly string[] | undefined;
  readonly next_cursor: string | null;
}
