/**
 * Reads a highlighted snippet of the API, HTML with `<mark>` alone, into plain text and the ranges
 * that are marked. Any other tag that stands in it is text and stays text. Pure.
 */

/** [start, end) in UTF-16 code units of the text. */
export type MarkedRange = readonly [number, number];

export interface Snippet {
  readonly text: string;
  readonly marked: readonly MarkedRange[];
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

export function readSnippet(html: string): Snippet {
  const marked: MarkedRange[] = [];
  let text = "";
  let isMarked = false;
  for (const part of html.split(/(<\/?mark>)/)) {
    if (part === "<mark>" || part === "</mark>") {
      isMarked = part === "<mark>";
      continue;
    }
    const start = text.length;
    text += part.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
    if (isMarked && text.length > start) {
      marked.push([start, text.length]);
    }
  }
  return { text, marked };
}
