/**
 * The same content set in two papers is one hit that names both places. Only documents with the
 * same words in the same order are merged; near-duplicates stay hits of their own.
 */
import type { RankedDocument } from "./rerank.ts";

export interface CollapsedHit {
  readonly document: RankedDocument;
  /** Documents with the same content that are placed lower, best first. */
  readonly alsoIn: readonly RankedDocument[];
}

/** Keeps the best-placed of equal documents, in the order of `ranked`. */
export function collapseSameContent(ranked: readonly RankedDocument[]): CollapsedHit[] {
  const hits = new Map<string, { document: RankedDocument; alsoIn: RankedDocument[] }>();
  for (const document of ranked) {
    const content = document.sameContentAs ?? document.id;
    const kept = hits.get(content);
    if (kept) kept.alsoIn.push(document);
    else hits.set(content, { document, alsoIn: [] });
  }
  return [...hits.values()];
}
