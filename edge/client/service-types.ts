/** What the routes beside search and ingest take and give, written out in the names of the wire. */
import type { ScopeField, SearchResponse } from "./search-types.ts";

/** One search of a batch: its answer, or why it alone failed. */
export type BatchResult =
  | SearchResponse
  | {
      readonly error: {
        readonly code: string;
        readonly message: string;
        readonly field?: string | undefined;
        readonly request_id: string;
      };
    };

/** A document as it is stored; absent fields are null. */
export interface StoredDocument {
  readonly id: string;
  readonly text: string;
  readonly [field: string]: unknown;
}

export interface Deletion {
  /** Documents inside the filter. */
  readonly matched: number;
  readonly deleted: number;
  readonly dry_run: boolean;
}

/** Values of each field inside a scope with their number of documents, most frequent first. */
export type Facets = Readonly<
  Record<string, readonly { readonly value: string; readonly documents: number }[]>
>;

export interface ModelList {
  /** The version in force; null: plain fusion. */
  readonly current: string | null;
  /** Newest first. */
  readonly models: readonly { readonly version: string; readonly [field: string]: unknown }[];
}

interface FeedbackOnHit {
  /** `request_id` of the search that showed the hit. */
  readonly request_id: string;
  readonly document_id: string;
  /** The hit's rank. */
  readonly position: number;
}

export type Feedback = FeedbackOnHit &
  (
    | { readonly kind: "click" | "useful" | "not_useful" }
    | { readonly kind: "grade"; readonly grade: 0 | 1 | 2 | 3 }
  );

/** A token's lock and filters of documents: exact values, no words to read. */
export type FieldFilter = {
  readonly [F in ScopeField]?: string | number | readonly (string | number)[] | undefined;
};

export interface IssuedToken {
  readonly token: string;
  /** ISO 8601. */
  readonly expires_at: string;
}
