/** What POST /v1/documents takes and gives, written out; a test compares it with the schemas. */

type Text = string | null | undefined;
type Label = string | number | null | undefined;

export interface DocumentInput {
  readonly id: string;
  readonly text: string;
  readonly title?: Text;
  readonly board?: Text;
  readonly exam?: Text;
  readonly level?: Text;
  readonly subject?: Text;
  readonly year?: number | null | undefined;
  readonly session?: Text;
  readonly paper?: Label;
  readonly question_number?: Label;
  readonly content_type?: Text;
  /** ISO 639 codes, joined by `+` where a text mixes languages. */
  readonly language?: Text;
  readonly topic?: string | readonly string[] | null | undefined;
  readonly options?: Readonly<Record<string, string>> | null | undefined;
  readonly answer?: Text;
  readonly passage?: Text;
  readonly related?: readonly string[] | null | undefined;
  readonly source?: Text;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  /** Above 0, at most 1. */
  readonly reliability?: number | undefined;
  /** One vector, or one per chunk, of the tenant's model. */
  readonly embedding?: readonly number[] | readonly (readonly number[])[] | null | undefined;
  readonly embedding_model?: string | undefined;
}

export interface ItemError {
  readonly code: string;
  readonly message: string;
  readonly field?: string | undefined;
}

export interface ItemResult {
  /** Position in the list that was handed over. */
  readonly index: number;
  readonly id: string | null;
  readonly status: "created" | "updated" | "unchanged" | "rejected";
  readonly error: ItemError | null;
  /** What was repaired in the text, such as removed NUL characters. */
  readonly repairs?: readonly string[] | undefined;
  /** Chose the analyzer of a document that names no language. */
  readonly detected_language?: string | undefined;
}
