/** The fixed elements of index.html, found once and by type. */
import { byId } from "./dom.ts";

export const findPage = () => ({
  form: byId("search-form", HTMLFormElement),
  query: byId("query", HTMLInputElement),
  k: byId("k", HTMLInputElement),
  strict: byId("strict", HTMLInputElement),
  furthest: byId("furthest", HTMLSelectElement),
  ranking: byId("ranking", HTMLSelectElement),
  compare: byId("compare", HTMLSelectElement),
  keyPanel: byId("key-panel", HTMLDetailsElement),
  keySummary: byId("key-summary", HTMLElement),
  key: byId("key", HTMLInputElement),
  keyForget: byId("key-forget", HTMLButtonElement),
  language: byId("language", HTMLSelectElement),
  theme: byId("theme", HTMLSelectElement),
  scope: byId("scope", HTMLElement),
  scopeEditor: byId("scope-editor", HTMLElement),
  error: byId("error", HTMLElement),
  status: byId("status", HTMLElement),
  results: byId("results", HTMLElement),
  before: byId("before", HTMLElement),
  hits: byId("hits", HTMLOListElement),
  comparison: byId("comparison", HTMLElement),
  more: byId("more", HTMLButtonElement),
  explanations: byId("explanations", HTMLButtonElement),
  how: byId("how", HTMLElement),
  answer: byId("answer", HTMLElement),
  codeSamples: byId("code-samples", HTMLElement),
});

export type Page = ReturnType<typeof findPage>;
