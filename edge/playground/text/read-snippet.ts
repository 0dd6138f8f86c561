/**
 * Reads a highlighted snippet of the API, HTML with `<mark>` alone, into runs of plain text. Any
 * other tag that stands in it is text and stays text. Pure.
 */

export interface SnippetRun {
  readonly text: string;
  readonly isMarked: boolean;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

export function readSnippet(html: string): SnippetRun[] {
  const runs: SnippetRun[] = [];
  let isMarked = false;
  for (const part of html.split(/(<\/?mark>)/)) {
    if (part === "<mark>" || part === "</mark>") {
      isMarked = part === "<mark>";
    } else if (part !== "") {
      const text = part.replace(
        /&(?:amp|lt|gt|quot|#39);/g,
        (entity) => ENTITIES[entity] ?? entity,
      );
      runs.push({ text, isMarked });
    }
  }
  return runs;
}
