/**
 * The plain text of a document as it is chunked, shown and embedded, built in one place so that
 * shipped vectors and vectors computed at ingest belong to the same words.
 * It must not normalise: lexical normalisation is another module's, and the model wants plain text.
 */

export interface PassageFields {
  readonly text: string;
  /** Answer options by letter; null or absent where the document has none. */
  readonly options?: Readonly<Record<string, string>> | null;
  /** Comprehension text or instruction that stands before the question. */
  readonly passage?: string | null;
}

/** The passage (if any), the text, then one line "A) …" for each option in key order. */
export function passageBody({ text, options, passage }: PassageFields): string {
  const lines = [text];
  if (passage) lines.unshift(passage);
  for (const key of Object.keys(options ?? {}).toSorted()) lines.push(`${key}) ${options![key]}`);
  return lines.join("\n");
}

/** What the embedding model reads for one chunk: its document's title, then the chunk. */
export function embeddingInput(title: string | null, chunk: string): string {
  return title ? `${title}\n${chunk}` : chunk;
}
