/** Text and snippets of an answer as nodes; formulas stand as their source until they are typeset. */
import { element } from "../dom.ts";
import { readSnippet } from "./read-snippet.ts";
import { splitFormulas, type TextPart } from "./split-formulas.ts";

export const TEX_CLASS = "tex";

export function richText(text: string): Node[] {
  return splitFormulas(text).map(toNode);
}

export function richSnippet(html: string): Node[] {
  return readSnippet(html).flatMap(({ text, isMarked }) =>
    isMarked ? [element("mark", {}, ...richText(text))] : richText(text),
  );
}

function toNode(part: TextPart): Node {
  switch (part.kind) {
    case "text":
      return document.createTextNode(part.text);
    case "sup":
    case "sub":
      return element(part.kind, {}, part.text);
    case "tex":
      return element("code", { class: TEX_CLASS, "data-display": part.isDisplay }, part.text);
  }
}
