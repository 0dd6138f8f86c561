/**
 * Builds elements from text only: nothing on the page is ever parsed as HTML, so text from an
 * answer cannot become markup. The page's policy forbids the parsing sinks as well.
 */

export type Child = Node | string | null;
export type Attributes = Readonly<Record<string, string | number | boolean | null>>;

/** True is an empty attribute; false and null leave it out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null) {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

export function button(
  label: Child,
  attributes: Attributes,
  onClick: () => void,
): HTMLButtonElement {
  const node = element("button", { type: "button", ...attributes }, label);
  node.addEventListener("click", onClick);
  return node;
}

/** Read by screen readers, not shown. */
export const hidden = (text: string) => element("span", { class: "visually-hidden" }, text);

/** The element of the page's own HTML with this id. */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const node = document.getElementById(id);
  if (!(node instanceof type)) {
    throw new Error(`the page has no ${type.name} #${id}`);
  }
  return node;
}

/**
 * Replaces what a region shows; the keyboard focus stays on the control with the same
 * `data-focus`, or goes to `fallback` when that control is gone.
 */
export function replaceContent(
  region: HTMLElement,
  children: readonly Child[],
  fallback?: string,
): void {
  const active = document.activeElement;
  const key =
    active instanceof HTMLElement && region.contains(active) ? active.dataset["focus"] : undefined;
  const hadFocus = active !== null && active !== region && region.contains(active);
  region.replaceChildren(...children.filter((child) => child !== null));
  if (hadFocus) {
    const find = (name: string | undefined) =>
      [...region.querySelectorAll<HTMLElement>("[data-focus]")].find(
        (node) => node.dataset["focus"] === name,
      );
    (find(key) ?? find(fallback))?.focus();
  }
}
