/** The result file of the audit (audit.json). Shares are in [0, 1]; fields may be added. */

export interface Coverage {
  readonly documents: number;
  readonly embedded: number;
  /** embedded / documents. */
  readonly share: number;
}

export interface Completeness {
  readonly documents: number;
  /** Per field the share of documents that carry a value. */
  readonly fields: Readonly<Record<string, number>>;
}

export interface Pool {
  readonly subject: string | null;
  readonly level: string | null;
  /** Absent: the pool of all papers. */
  readonly paper?: string;
  readonly documents: number;
}

/** Documents of one subject, level and year; the coverage map shows them. */
export interface Cell {
  readonly subject: string | null;
  readonly level: string | null;
  readonly year: number | null;
  readonly documents: number;
}

/** Values of one field that only differ in accents, case, spaces or punctuation. */
export interface SpellingGroup {
  readonly field: string;
  readonly values: readonly string[];
}

export interface AuditResult {
  readonly rows: number;
  readonly chunks: number;
  readonly corpora: Readonly<Record<string, number>>;
  readonly languages: Readonly<Record<string, number>>;
  readonly embeddingCoverage: {
    readonly overall: Coverage;
    readonly subjects: Readonly<Record<string, Coverage>>;
  };
  readonly completeness: {
    readonly overall: Completeness;
    readonly corpora: Readonly<Record<string, Completeness>>;
    readonly subjects: Readonly<Record<string, Completeness>>;
  };
  readonly pools: readonly Pool[];
  /** Pairs of a subject and a level that no document has. */
  readonly emptyPools: number;
  /** Documents that repeat an earlier one: same text, options and passage in normal form. */
  readonly duplicates: number;
  readonly duplicatesByCorpus: Readonly<Record<string, number>>;
  readonly nearDuplicates: {
    readonly threshold: number;
    readonly documents: number;
    readonly pairs: number;
  };
  readonly defects: {
    readonly noEmbedding: number;
    readonly emptyLexicalVector: number;
    readonly lostMaterial: number;
    readonly brokenRelated: number;
    readonly questionsWithoutSolution: number;
    readonly refusedRows: number;
  };
  readonly spellings: readonly SpellingGroup[];
  readonly cells: readonly Cell[];
}
