/** Sets one field of the scope by hand: the field, its values one per line, values seen so far. */
import type { ScopeField } from "../../client/create-client.ts";
import { button, element } from "../dom.ts";
import { readValues, SCOPE_FIELDS } from "../search-state.ts";
import type { Strings } from "../strings/en.ts";

export interface EditorInput {
  /** Null: a field that is still to be chosen. */
  readonly field: ScopeField | null;
  readonly values: readonly string[];
  /** Fields that a new criterion may take. */
  readonly free: readonly ScopeField[];
  readonly suggest: (field: ScopeField) => Promise<readonly string[]>;
  readonly onApply: (field: ScopeField, values: readonly string[]) => void;
  readonly onCancel: () => void;
}

interface Controls {
  readonly field: HTMLSelectElement;
  readonly values: HTMLTextAreaElement;
  readonly hint: HTMLParagraphElement;
}

export function scopeEditor(input: EditorInput, strings: Strings): HTMLFormElement {
  const { field, values, hint } = controlsFor(input, strings);
  const lead = element("span", {}, `${strings.scopeSuggestions} `);
  const suggestions = element("p", { class: "suggestions quiet" }, lead);
  const chosen = () => field.value as ScopeField;
  const suggest = async () => {
    const asked = chosen();
    suggestions.hidden = true;
    const found = await input.suggest(asked);
    if (asked === chosen()) {
      showSuggestions(suggestions, values, found);
    }
  };
  field.addEventListener("change", () => void suggest());
  void suggest();
  const form = element(
    "form",
    { class: "scope-editor" },
    labelled(field, strings.scopeField),
    labelled(values, strings.scopeValues),
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
    const read = readValues(chosen(), values.value);
    if (read === null) {
      hint.textContent = strings.yearsOnly;
      values.focus();
      return;
    }
    input.onApply(chosen(), read);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      input.onCancel();
    }
  });
  return form;
}

function controlsFor(
  { field: fixed, free, values: given }: EditorInput,
  strings: Strings,
): Controls {
  const offered = fixed === null ? free : [fixed];
  const field = element(
    "select",
    { id: "editor-field" },
    ...SCOPE_FIELDS.filter((one) => offered.includes(one)).map((one) =>
      element("option", { value: one }, strings.fields[one]),
    ),
  );
  const values = element("textarea", {
    id: "editor-values",
    rows: 2,
    "aria-describedby": "editor-hint",
  });
  values.value = given.join("\n");
  const hint = element("p", { id: "editor-hint", class: "field-error", role: "alert" });
  return { field, values, hint };
}

const labelled = (control: HTMLElement, text: string) =>
  element("p", { class: "field" }, element("label", { for: control.id }, text), control);

/** The first child, which says what they are, stays. */
function showSuggestions(
  region: HTMLElement,
  values: HTMLTextAreaElement,
  seen: readonly string[],
): void {
  region.hidden = seen.length === 0;
  region.replaceChildren(
    ...[...region.childNodes].slice(0, 1),
    ...seen.map((value) =>
      button(value, { class: "suggestion" }, () => {
        const lines = values.value.split("\n").filter((line) => line.trim() !== "");
        values.value = [...lines.filter((line) => line !== value), value].join("\n");
        values.focus();
      }),
    ),
  );
}
