/**
 * The page's behaviour: reads the form, asks the service through the typed client, shows the
 * answer. One search runs at a time; a newer one aborts the older.
 */
import {
  type Client,
  createClient,
  ScopewiseError,
  type ScopeField,
} from "../client/create-client.ts";
import { readKey, saveKey } from "./api-key.ts";
import { replaceContent } from "./dom.ts";
import { findPage } from "./page.ts";
import { type Preferences, readPreferences, savePreferences, stringsOf } from "./preferences.ts";
import { loadMore, runSearch, type Shown } from "./run-search.ts";
import type { ScopeChip } from "./scope-chips.ts";
import {
  INITIAL_STATE,
  K_DEFAULT,
  K_MAX,
  SCOPE_FIELDS,
  type SearchState,
  STEPS,
  withField,
  withoutSpans,
  withPin,
} from "./search-state.ts";
import type { Strings } from "./strings/en.ts";
import { suggestValues } from "./suggest-values.ts";
import { answerView } from "./view/answer-view.ts";
import { codeView } from "./view/code-view.ts";
import { errorView } from "./view/error-view.ts";
import { showForm, showKey, showTexts } from "./view/form-view.ts";
import { readRanking, showRankings } from "./view/ranking-view.ts";
import { resultSummary, showResults, toggleExplanations } from "./view/results-view.ts";
import { scopeEditor } from "./view/scope-editor.ts";
import { ADD_SCOPE_FOCUS, scopeView } from "./view/scope-view.ts";

export class Playground {
  readonly #page = findPage();
  #preferences: Preferences = readPreferences();
  #strings: Strings = stringsOf(this.#preferences);
  #state: SearchState = INITIAL_STATE;
  #shown: Shown | null = null;
  /** Published versions, newest first; read with the first search of a key. */
  #versions: { readonly key: string; readonly names: readonly string[] } | null = null;
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
    const { ranking, compare, more } = this.#page;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#search();
    });
    for (const control of [strict, furthest, ranking, compare]) {
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
    more.addEventListener("click", () => void this.#run((...call) => this.#more(...call)));
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
    const { query, k, strict, furthest, ranking, compare } = this.#page;
    const hits = Math.round(Number(k.value));
    return {
      ...this.#state,
      query: query.value,
      k: hits >= 1 && hits <= K_MAX ? hits : K_DEFAULT,
      isStrict: strict.checked,
      furthest: STEPS.find((step) => step === furthest.value) ?? this.#state.furthest,
      ranking: readRanking(ranking.value) ?? this.#state.ranking,
      comparedWith: readRanking(compare.value),
    };
  }

  /** After a change of the settings: repeats the search if there is one to repeat. */
  #searchAgain(): void {
    this.#state = this.#readForm();
    if (this.#state.query.trim() === "" || this.#page.key.value.trim() === "") {
      this.#renderForm();
      this.#renderScope();
    } else {
      void this.#search();
    }
  }

  async #search(): Promise<void> {
    this.#state = this.#readForm();
    await this.#run(async (client, signal) => {
      const shown = await runSearch(client, this.#state, signal);
      void this.#readVersions(client);
      return shown;
    });
  }

  /** The keyboard moves on to the first hit that is new. */
  async #more(client: Client, signal: AbortSignal): Promise<Shown | null> {
    const { hits } = this.#page;
    const count = hits.children.length;
    const shown = this.#shown === null ? null : await loadMore(client, this.#shown, signal);
    queueMicrotask(() => hits.children[count]?.querySelector("summary")?.focus());
    return shown;
  }

  /** Calls the service and shows what came back; one call at a time. */
  async #run(ask: (client: Client, signal: AbortSignal) => Promise<Shown | null>): Promise<void> {
    this.#running?.abort();
    const controller = new AbortController();
    this.#running = controller;
    const key = this.#page.key.value.trim();
    if (key === "") {
      this.#fail(this.#strings.errorNoKey);
      return;
    }
    this.#page.results.setAttribute("aria-busy", "true");
    this.#announce(this.#strings.searching);
    try {
      const client = createClient({ baseUrl: location.origin, key });
      this.#shown = await ask(client, controller.signal);
      this.#page.error.hidden = true;
      this.#renderForm();
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

  /** Versions are a convenience: a key that may not list them searches all the same. */
  async #readVersions(client: Client): Promise<void> {
    const key = this.#page.key.value;
    if (this.#versions?.key === key) {
      return;
    }
    this.#versions = { key, names: [] };
    const { models } = await client.models().catch(() => ({ models: [] }));
    this.#versions = { key, names: models.map(({ version }) => version) };
    this.#renderForm();
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
    this.#renderForm();
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
        suggest: (chosen) => this.#suggest(chosen),
        onApply: (chosen, typed) => this.#changeScope(withField(this.#readForm(), chosen, typed)),
        onCancel: () => this.#closeEditor(),
      },
      this.#strings,
    );
    this.#page.scopeEditor.replaceChildren(editor);
    editor.querySelector<HTMLElement>(field === null ? "select" : "textarea")?.focus();
  }

  #suggest(field: ScopeField): Promise<readonly string[]> {
    const key = this.#page.key.value.trim();
    const client = key === "" ? null : createClient({ baseUrl: location.origin, key });
    return suggestValues(client, field, this.#shown?.answer ?? null);
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
    this.#renderForm();
    this.#renderAnswer();
  }

  #renderForm(): void {
    showForm(this.#page, this.#state, this.#strings);
    const versions = this.#versions?.names ?? [];
    showRankings(this.#page, { versions, state: this.#state }, this.#strings);
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
