/** HTML as text: everything that comes from data goes through `escape` or the `html` template. */

/** Markup that needs no more escaping. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | null | undefined | Markup | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char]!);
}

/** Values are escaped unless they are markup themselves; lists are joined. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const pieces = strings.flatMap((text, index) => [text, partText(parts[index])]);
  return new Markup(pieces.join(""));
}

function partText(part: Part): string {
  if (part === null || part === undefined) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "object") return part.map(partText).join("");
  return escape(String(part));
}
