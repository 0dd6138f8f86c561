/**
 * The page's behaviour: reads the form, asks the service through the typed client, shows the
 * answer. One search runs at a time; a newer one aborts the older.
 */
import {
  createClient,
  ScopewiseError,
  type ScopeField,
  type SearchRequest,
} from "../client/create-client.ts";
import { readKey, saveKey } from "./api-key.ts";
import { replaceContent } from "./dom.ts";
import { findPage } from "./page.ts";
import { type Preferences, readPreferences, savePreferences, stringsOf } from "./preferences.ts";
import type { ScopeChip } from "./scope-chips.ts";
import {
  INITIAL_STATE,
  K_DEFAULT,
  K_MAX,
  SCOPE_FIELDS,
  type SearchState,
  STEPS,
  toRequest,
  withField,
  withoutSpans,
  withPin,
} from "./search-state.ts";
import type { Strings } from "./strings/en.ts";
import { answerView, type Measured } from "./view/answer-view.ts";
import { codeView } from "./view/code-view.ts";
import { errorView } from "./view/error-view.ts";
import { showForm, showKey, showTexts } from "./view/form-view.ts";
import { resultSummary, showResults, toggleExplanations } from "./view/results-view.ts";
import { scopeEditor } from "./view/scope-editor.ts";
import { ADD_SCOPE_FOCUS, scopeView } from "./view/scope-view.ts";

interface Shown extends Measured {
  readonly request: SearchRequest;
}

export class Playground {
  readonly #page = findPage();
  #preferences: Preferences = readPreferences();
  #strings: Strings = stringsOf(this.#preferences);
  #state: SearchState = INITIAL_STATE;
  #shown: Shown | null = null;
  #running: AbortController | null = null;

  start(): void {
    const { key, k, keyPanel, language, theme, query } = this.#page;
    key.value = readKey();
    k.value = String(K_DEFAULT);
    language.value = this.#preferences.language;
    theme.value = this.#preferences.theme;
    keyPanel.open = key.value === "";
    this.#listen();
    this.#renderAll();
    (key.value === "" ? key : query).focus();
  }

  #listen(): void {
    const { form, key, keyForget, language, theme, strict, furthest, explanations } = this.#page;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#search();
    });
    for (const control of [strict, furthest]) {
      control.addEventListener("change", () => this.#searchAgain());
    }
    key.addEventListener("input", () => {
      saveKey(key.value);
      showKey(this.#page, this.#strings);
    });
    keyForget.addEventListener("click", () => {
      key.value = "";
      saveKey("");
      showKey(this.#page, this.#strings);
      this.#announce(this.#strings.keyForgotten);
      key.focus();
    });
    for (const control of [language, theme]) {
      control.addEventListener("change", () => {
        this.#preferences = { language: language.value, theme: theme.value };
        savePreferences(this.#preferences);
        this.#strings = stringsOf(this.#preferences);
        this.#renderAll();
      });
    }
    explanations.addEventListener("click", () => toggleExplanations(this.#page, this.#strings));
    window.addEventListener("hashchange", () => {
      key.value = readKey();
      showKey(this.#page, this.#strings);
    });
    document.addEventListener("keydown", (event) => {
      const isTyping =
        (event.target as Element | null)?.matches("input, textarea, select") === true;
      if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        this.#page.query.focus();
      }
    });
  }

  /** The form's values as they stand now. */
  #readForm(): SearchState {
    const { query, k, strict, furthest } = this.#page;
    const hits = Math.round(Number(k.value));
    return {
      ...this.#state,
      query: query.value,
      k: hits >= 1 && hits <= K_MAX ? hits : K_DEFAULT,
      isStrict: strict.checked,
      furthest: STEPS.find((step) => step === furthest.value) ?? this.#state.furthest,
    };
  }

  /** After a change of the settings: repeats the search if there is one to repeat. */
  #searchAgain(): void {
    this.#state = this.#readForm();
    if (this.#state.query.trim() === "" || this.#page.key.value.trim() === "") {
      showForm(this.#page, this.#state, this.#strings);
      this.#renderScope();
    } else {
      void this.#search();
    }
  }

  async #search(): Promise<void> {
    this.#state = this.#readForm();
    this.#running?.abort();
    const controller = new AbortController();
    this.#running = controller;
    const key = this.#page.key.value.trim();
    if (key === "") {
      this.#fail(this.#strings.errorNoKey);
      return;
    }
    const request = toRequest(this.#state);
    this.#page.results.setAttribute("aria-busy", "true");
    this.#announce(this.#strings.searching);
    const started = performance.now();
    try {
      const client = createClient({ baseUrl: location.origin, key });
      const answer = await client.search(request, { signal: controller.signal });
      this.#shown = { answer, request, browserMs: performance.now() - started };
      this.#page.error.hidden = true;
      showForm(this.#page, this.#state, this.#strings);
      this.#renderAnswer();
    } catch (error) {
      if (!controller.signal.aborted) {
        this.#fail(error);
      }
    } finally {
      if (this.#running === controller) {
        this.#page.results.removeAttribute("aria-busy");
      }
    }
  }

  #fail(error: unknown): void {
    const { page, strings } = { page: this.#page, strings: this.#strings };
    this.#announce("");
    page.error.replaceChildren(...errorView(error, strings).filter((child) => child !== null));
    page.error.hidden = false;
    const isKeyRefused = error instanceof ScopewiseError && error.status === 401;
    if (page.key.value.trim() === "" || isKeyRefused) {
      page.keyPanel.open = true;
      page.key.focus();
    }
    // Hits of an earlier question must not stand below this one.
    this.#shown = null;
    showForm(this.#page, this.#state, this.#strings);
    this.#renderAnswer();
  }

  #changeScope(state: SearchState): void {
    this.#state = state;
    this.#closeEditor();
    this.#searchAgain();
  }

  #remove({ field, origin, spans }: ScopeChip): void {
    if (origin !== "words") {
      this.#changeScope(withField(this.#readForm(), field, []));
      return;
    }
    // The service reads scope from the words, so the words have to go.
    this.#page.query.value = withoutSpans(this.#shown?.request.query ?? "", spans);
    this.#changeScope(this.#readForm());
  }

  #openEditor(field: ScopeField | null, values: readonly string[]): void {
    const editor = scopeEditor(
      {
        field,
        values,
        free: SCOPE_FIELDS.filter((one) => this.#state.scope[one] === undefined),
        hits: this.#shown?.answer.hits ?? [],
        onApply: (chosen, typed) => this.#changeScope(withField(this.#readForm(), chosen, typed)),
        onCancel: () => this.#closeEditor(),
      },
      this.#strings,
    );
    this.#page.scopeEditor.replaceChildren(editor);
    editor.querySelector<HTMLElement>(field === null ? "select" : "textarea")?.focus();
  }

  #closeEditor(): void {
    const { scopeEditor: editor, scope } = this.#page;
    const hadFocus = editor.contains(document.activeElement);
    editor.replaceChildren();
    if (hadFocus) {
      scope.querySelector<HTMLElement>(`[data-focus="${ADD_SCOPE_FOCUS}"]`)?.focus();
    }
  }

  #announce(text: string): void {
    this.#page.status.textContent = text;
  }

  #renderAll(): void {
    showTexts(this.#page, this.#preferences, this.#strings);
    showKey(this.#page, this.#strings);
    showForm(this.#page, this.#state, this.#strings);
    this.#renderAnswer();
  }

  #renderScope(): void {
    const shown = {
      state: this.#state,
      answer: this.#shown?.answer ?? null,
      query: this.#shown?.request.query ?? "",
    };
    const actions = {
      onEdit: (field: ScopeField | null, values: readonly string[]) =>
        this.#openEditor(field, values),
      onRemove: (chip: ScopeChip) => this.#remove(chip),
      onPin: (field: ScopeField) => this.#changeScope(withPin(this.#readForm(), field)),
      onApply: (field: ScopeField, values: readonly string[]) =>
        this.#changeScope(withField(this.#readForm(), field, values)),
    };
    replaceContent(this.#page.scope, scopeView(shown, actions, this.#strings), ADD_SCOPE_FOCUS);
  }

  #renderAnswer(): void {
    this.#renderScope();
    showResults(this.#page, this.#shown, this.#strings);
    const shown = this.#shown;
    if (shown !== null) {
      const announce = (text: string) => this.#announce(text);
      replaceContent(this.#page.answer, answerView(shown, this.#strings));
      replaceContent(this.#page.codeSamples, codeView(shown.request, this.#strings, announce));
      announce(resultSummary(shown, this.#strings));
    }
  }
}
