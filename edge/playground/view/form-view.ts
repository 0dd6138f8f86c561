/** The parts of the page that stand in index.html: their words, and the form's values. */
import type { Page } from "../page.ts";
import type { Preferences } from "../preferences.ts";
import { type SearchState, STEPS } from "../search-state.ts";
import type { Strings } from "../strings/en.ts";

export function showTexts(page: Page, { language, theme }: Preferences, strings: Strings): void {
  document.documentElement.lang = language;
  document.documentElement.dataset["theme"] = theme;
  document.title = strings.title;
  const texts: Readonly<Record<string, unknown>> = strings;
  for (const node of document.querySelectorAll<HTMLElement>("[data-text]")) {
    node.textContent = String(texts[node.dataset["text"] ?? ""]);
  }
  page.query.placeholder = strings.queryPlaceholder;
  page.error.hidden = true;
}

export function showKey({ key, keySummary }: Page, strings: Strings): void {
  keySummary.textContent = key.value.trim() === "" ? strings.keyMissing : strings.keyPresent;
}

export function showForm(page: Page, state: SearchState, strings: Strings): void {
  page.k.value = String(state.k);
  page.strict.checked = state.isStrict;
  page.furthest.disabled = state.isStrict;
  page.furthest.replaceChildren(...STEPS.map((step) => new Option(strings.steps[step], step)));
  page.furthest.value = state.furthest;
}
