/** What the page will ask for: the form's values and the scope that was set by hand. Pure. */
import type { RelaxationStep, Scope, ScopeField, SearchRequest } from "../client/create-client.ts";

export const SCOPE_FIELDS: readonly ScopeField[] = [
  "subject",
  "level",
  "board",
  "exam",
  "year",
  "session",
  "paper",
  "question_number",
  "content_type",
  "language",
  "topic",
];

export const STEPS: readonly RelaxationStep[] = ["W1", "W2", "W3"];
export const K_MAX = 100;
export const K_DEFAULT = 8;

/** What ranks: the model in force, fusion alone, or a published version. */
export type Ranking = "current" | "fusion" | `version:${string}`;

export interface SearchState {
  readonly query: string;
  readonly k: number;
  readonly scope: Readonly<Partial<Record<ScopeField, readonly string[]>>>;
  /** Fields that no widening may touch. */
  readonly pinned: readonly ScopeField[];
  readonly isStrict: boolean;
  readonly furthest: RelaxationStep;
  readonly ranking: Ranking;
  /** A second ranking to show beside the first. */
  readonly comparedWith: Ranking | null;
}

export const INITIAL_STATE: SearchState = {
  query: "",
  k: K_DEFAULT,
  scope: {},
  pinned: [],
  isStrict: false,
  furthest: "W1",
  ranking: "current",
  comparedWith: null,
};

export function toRequest(state: SearchState): SearchRequest {
  const scope = Object.fromEntries(
    Object.entries(state.scope).map(([field, values]) => [
      field,
      field === "year" ? values.map(Number) : values,
    ]),
  ) as Scope;
  return {
    query: state.query,
    ...(Object.keys(scope).length === 0 ? {} : { scope }),
    ...(state.pinned.length === 0 ? {} : { strict: state.pinned }),
    relax: state.isStrict ? "none" : state.furthest,
    k: state.k,
    explain: true,
    ...rankingOptions(state.ranking),
  };
}

function rankingOptions(ranking: Ranking): Pick<SearchRequest, "rerank" | "model"> {
  if (ranking === "current") {
    return {};
  }
  return ranking === "fusion" ? { rerank: false } : { model: ranking.slice("version:".length) };
}

/** An empty list takes the field out. */
export function withField(
  state: SearchState,
  field: ScopeField,
  values: readonly string[],
): SearchState {
  const { [field]: _, ...others } = state.scope;
  return { ...state, scope: values.length === 0 ? others : { ...others, [field]: values } };
}

export function withPin(state: SearchState, field: ScopeField): SearchState {
  const pinned = state.pinned.includes(field)
    ? state.pinned.filter((one) => one !== field)
    : [...state.pinned, field];
  return { ...state, pinned };
}

/** The query without the characters of the spans; what was beside them closes up. */
export function withoutSpans(query: string, spans: readonly (readonly [number, number])[]): string {
  const kept = Array.from({ length: query.length }, (_, at) =>
    spans.some(([from, to]) => at >= from && at < to) ? " " : query.charAt(at),
  ).join("");
  return kept
    .replace(/\s+/g, " ")
    .replace(/ (?=[,;:.?!](?: |$))/g, "")
    .replace(/[,;:](?=[,;:.?!])/g, "")
    .replace(/^[\s,;:.]+/, "")
    .trim();
}

/** What a person typed, one value a line; null: not possible for this field. */
export function readValues(field: ScopeField, text: string): readonly string[] | null {
  const lines = text.split("\n").map((line) => line.trim());
  const values = [...new Set(lines.filter((line) => line !== ""))];
  return field === "year" && !values.every((value) => /^\d{4}$/.test(value)) ? null : values;
}
