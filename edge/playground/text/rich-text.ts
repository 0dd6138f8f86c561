/** Text and snippets of an answer as nodes; formulas stand as source until they are typeset. */
import { element } from "../dom.ts";
import { type MarkedRange, readSnippet } from "./read-snippet.ts";
import { splitFormulas, type TextPart } from "./split-formulas.ts";

export const TEX_CLASS = "tex";

export function richText(text: string): Node[] {
  return splitFormulas(text).flatMap((part) => toNodes(part, []));
}

export function richSnippet(html: string): Node[] {
  const { text, marked } = readSnippet(html);
  return splitFormulas(text).flatMap((part) => toNodes(part, marked));
}

/** Prose is marked word by word; a formula is marked as a whole, and never cut. */
function toNodes(part: TextPart, marked: readonly MarkedRange[]): Node[] {
  const inside = marked.filter(([from, to]) => from < part.to && to > part.from);
  if (part.kind === "text") {
    return markProse(part, inside);
  }
  const node =
    part.kind === "sup" || part.kind === "sub"
      ? element(part.kind, {}, part.text)
      : element(
          "code",
          { class: TEX_CLASS, "data-display": part.kind === "display-tex" },
          part.text,
        );
  return [inside.length > 0 ? element("mark", {}, node) : node];
}

function markProse({ text, from, to }: TextPart, marked: readonly MarkedRange[]): Node[] {
  const nodes: Node[] = [];
  let last = from;
  for (const [start, end] of marked) {
    const [markFrom, markTo] = [Math.max(start, from), Math.min(end, to)];
    nodes.push(
      document.createTextNode(text.slice(last - from, markFrom - from)),
      element("mark", {}, text.slice(markFrom - from, markTo - from)),
    );
    last = markTo;
  }
  return [...nodes, document.createTextNode(text.slice(last - from))];
}
