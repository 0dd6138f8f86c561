/** Sets one field of the scope by hand: the field, its values one per line, values seen so far. */
import type { Hit, ScopeField } from "../../client/create-client.ts";
import { button, element } from "../dom.ts";
import { readValues, SCOPE_FIELDS } from "../search-state.ts";
import type { Strings } from "../strings/en.ts";

const SUGGESTIONS_MAX = 8;

export interface EditorInput {
  /** Null: a field that is still to be chosen. */
  readonly field: ScopeField | null;
  readonly values: readonly string[];
  /** Fields that a new criterion may take. */
  readonly free: readonly ScopeField[];
  readonly hits: readonly Hit[];
  readonly onApply: (field: ScopeField, values: readonly string[]) => void;
  readonly onCancel: () => void;
}

export function scopeEditor(input: EditorInput, strings: Strings): HTMLFormElement {
  const fields = input.field === null ? input.free : [input.field];
  const choice = element(
    "select",
    { id: "editor-field" },
    ...SCOPE_FIELDS.filter((field) => fields.includes(field)).map((field) =>
      element("option", { value: field }, strings.fields[field]),
    ),
  );
  const text = element("textarea", {
    id: "editor-values",
    rows: 2,
    "aria-describedby": "editor-hint",
  });
  text.value = input.values.join("\n");
  const hint = element("p", { id: "editor-hint", class: "field-error", role: "alert" });
  const suggestions = element("p", { class: "suggestions quiet" });
  const chosen = () => choice.value as ScopeField;
  const suggest = () => {
    const seen = seenValues(input.hits, chosen());
    suggestions.hidden = seen.length === 0;
    suggestions.replaceChildren(
      `${strings.scopeSuggestions} `,
      ...seen.map((value) =>
        button(value, { class: "suggestion" }, () => {
          const lines = text.value.split("\n").filter((line) => line.trim() !== "");
          text.value = [...lines.filter((line) => line !== value), value].join("\n");
          text.focus();
        }),
      ),
    );
  };
  choice.addEventListener("change", suggest);
  suggest();
  const form = element(
    "form",
    { class: "scope-editor" },
    element(
      "p",
      { class: "field" },
      element("label", { for: "editor-field" }, strings.scopeField),
      choice,
    ),
    element(
      "p",
      { class: "field" },
      element("label", { for: "editor-values" }, strings.scopeValues),
      text,
    ),
    suggestions,
    hint,
    element(
      "p",
      { class: "buttons" },
      element("button", { type: "submit", class: "primary" }, strings.apply),
      button(strings.cancel, {}, input.onCancel),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = readValues(chosen(), text.value);
    if (values === null) {
      hint.textContent = strings.yearsOnly;
      text.focus();
      return;
    }
    input.onApply(chosen(), values);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      input.onCancel();
    }
  });
  return form;
}

function seenValues(hits: readonly Hit[], field: ScopeField): string[] {
  const seen = hits.flatMap((hit) => {
    const value = hit[field];
    return Array.isArray(value)
      ? value.map(String)
      : value === null || value === undefined
        ? []
        : [String(value)];
  });
  return [...new Set(seen)].slice(0, SUGGESTIONS_MAX);
}
