/** The scope: the query with the words that named it, and a chip per field to change it with. */
import type { ScopeField, SearchResponse } from "../../client/create-client.ts";
import { button, type Child, element, hidden } from "../dom.ts";
import { echoSegments, type ScopeChip, scopeChips, unheeded } from "../scope-chips.ts";
import type { SearchState } from "../search-state.ts";
import type { Strings } from "../strings/en.ts";
import { lockIcon } from "./lock-icon.ts";

/** "not chemistry" leaves every other subject: more than this many values are only counted. */
const VALUES_SHOWN_MAX = 4;

export const ADD_SCOPE_FOCUS = "add-scope";

export interface ScopeActions {
  readonly onEdit: (field: ScopeField | null, values: readonly string[]) => void;
  readonly onRemove: (chip: ScopeChip) => void;
  readonly onPin: (field: ScopeField) => void;
  readonly onApply: (field: ScopeField, values: readonly string[]) => void;
}

export interface ScopeShown {
  readonly state: SearchState;
  readonly answer: SearchResponse | null;
  /** The query that the answer belongs to; spans count in it. */
  readonly query: string;
}

export function scopeView(shown: ScopeShown, actions: ScopeActions, strings: Strings): Child[] {
  const { state, answer, query } = shown;
  const chips = scopeChips(state, answer);
  const add = button(strings.addScope, { class: "add", "data-focus": ADD_SCOPE_FOCUS }, () =>
    actions.onEdit(null, []),
  );
  return [
    answer === null ? null : echo(query, answer, strings),
    chips.length > 0
      ? null
      : element("p", { class: "quiet" }, answer === null ? strings.scopeBefore : strings.scopeNone),
    element(
      "ul",
      { class: "chips", "aria-label": strings.scope },
      ...chips.map((chip) => element("li", {}, chipView(chip, shown, actions, strings))),
      element("li", {}, add),
    ),
    answer === null ? null : heardOnly(shown, answer, actions, strings),
  ];
}

function echo(query: string, { scope }: SearchResponse, strings: Strings): Child {
  const words = echoSegments(query, scope.extracted).map(({ text, fields }) =>
    fields.length === 0
      ? text
      : element(
          "mark",
          { class: "scope-word", "data-field": fields[0] ?? "", "data-fields": fields.join(" ") },
          text,
          element(
            "span",
            { class: "scope-word-field" },
            hidden(" ("),
            fields.map((field) => strings.fields[field]).join(", "),
            hidden(") "),
          ),
        ),
  );
  return element(
    "p",
    { class: "echo", dir: "auto" },
    element("span", { class: "echo-label" }, strings.echo, hidden(": ")),
    ...words,
  );
}

function chipView(
  chip: ScopeChip,
  { state, query }: ScopeShown,
  actions: ScopeActions,
  strings: Strings,
): HTMLElement {
  const { field, values, origin, spans } = chip;
  const name = strings.fields[field];
  const words = spans.map(([from, to]) => query.slice(from, to)).join(", ");
  const source = origin === "words" ? strings.originWords(words) : strings.origin[origin];
  const text = shortened(values, strings);
  const face = [
    element("span", { class: "chip-field" }, name, hidden(": ")),
    element("span", { class: "chip-values" }, text),
    element("span", { class: "chip-source" }, hidden(" – "), source),
  ];
  if (origin === "lock") {
    return element(
      "span",
      { class: "chip", "data-field": field, "data-origin": origin },
      lockIcon(true),
      ...face,
    );
  }
  const isPinned = state.pinned.includes(field);
  const node = element(
    "span",
    {
      class: "chip",
      role: "group",
      "aria-label": name,
      "data-field": field,
      "data-origin": origin,
    },
    button(
      element("span", { class: "chip-face" }, ...face),
      {
        class: "chip-edit",
        "data-focus": `edit-${field}`,
        "aria-description": strings.edit(name, text),
      },
      () => actions.onEdit(field, values),
    ),
    button(
      lockIcon(isPinned),
      {
        class: "chip-button",
        "aria-pressed": String(isPinned),
        "aria-label": strings.pin(name),
        title: strings.pin(name),
        "data-focus": `pin-${field}`,
      },
      () => actions.onPin(field),
    ),
    origin === "exclusion" ? null : removeButton(chip, words, actions, strings),
  );
  linkToWords(node, field);
  return node;
}

function removeButton(chip: ScopeChip, words: string, actions: ScopeActions, strings: Strings) {
  const name = strings.fields[chip.field];
  const label = chip.origin === "words" ? strings.removeWords(name, words) : strings.remove(name);
  return button(
    element("span", { "aria-hidden": "true" }, "×"),
    {
      class: "chip-button",
      "aria-label": label,
      title: label,
      "data-focus": `remove-${chip.field}`,
    },
    () => actions.onRemove(chip),
  );
}

/** Pointing at a chip, or reaching it by keyboard, shows its words in the query. */
function linkToWords(chip: HTMLElement, field: ScopeField): void {
  const show = (isShown: boolean) => {
    for (const word of document.querySelectorAll<HTMLElement>(
      `.scope-word[data-fields~="${field}"]`,
    )) {
      word.classList.toggle("is-linked", isShown);
    }
  };
  chip.addEventListener("pointerenter", () => show(true));
  chip.addEventListener("pointerleave", () => show(false));
  chip.addEventListener("focusin", () => show(true));
  chip.addEventListener("focusout", () => show(false));
}

function heardOnly(
  { state }: ScopeShown,
  answer: SearchResponse,
  actions: ScopeActions,
  strings: Strings,
): Child {
  const heard = unheeded(state, answer);
  if (heard.length === 0) {
    return null;
  }
  return element(
    "p",
    { class: "heard quiet" },
    `${strings.unheeded} `,
    ...heard.map(({ field, values, confidence }, index) => {
      const texts = values.map(String);
      const name = strings.fields[field];
      return button(
        `${strings.named(name, shortened(texts, strings))} (${Math.round(confidence * 100)} %)`,
        {
          class: "heard-apply",
          "aria-description": strings.applyHeard(name, shortened(texts, strings)),
          "data-focus": `heard-${index}`,
        },
        () => actions.onApply(field, texts),
      );
    }),
  );
}

function shortened(values: readonly string[], strings: Strings): string {
  const shown = values.slice(0, VALUES_SHOWN_MAX).join(strings.valueJoin);
  const rest = values.length - VALUES_SHOWN_MAX;
  return rest > 0 ? `${shown} ${strings.more(rest)}` : shown;
}
