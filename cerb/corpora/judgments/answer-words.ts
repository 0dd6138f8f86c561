/**
 * Takes the words of the answer out of a query. A word goes when an answer holds it and at most
 * GIVEAWAY_HOLDERS_MAX documents inside the scope of the query do, the answers included: such a
 * word names its answer like an id, and a label that rests on it teaches nothing about language.
 */
import { normalizeSearchText } from "#core/text/normalize.ts";
import { passageBody } from "#core/text/passage.ts";
import type { CorpusRow } from "../read-corpus.ts";
import type { WeakScope } from "./weak-rules.ts";

export const GIVEAWAY_HOLDERS_MAX = 3;
/** A search box is not an essay. */
export const QUERY_CHARS_MAX = 300;
/** What is left must still ask something ... */
export const QUERY_WORDS_MIN = 4;
/** ... and read like a question: a query that would lose more than this share is not used. */
export const GIVEAWAY_SHARE_MAX = 0.25;
/** In a smaller scope every word is rare and every document is among the candidates anyway. */
export const SCOPE_DOCUMENTS_MIN = 100;

/** Search words of a document, as ingest analyses them (before stemming). */
function wordsOf(row: CorpusRow): ReadonlySet<string> {
  const passage = typeof row.passage === "string" ? row.passage : null;
  const text = `${row.title ?? ""}\n${passageBody({ ...row, passage })}`;
  return new Set(normalizeSearchText(text).split(" "));
}

function isInside(row: CorpusRow, scope: WeakScope): boolean {
  return Object.entries(scope).every(([field, values]) => {
    const value = row[field];
    return typeof value === "string" && values.includes(value);
  });
}

export interface WordIndex {
  documentCount(scope: WeakScope): number;
  /** Documents inside the scope that hold the word. */
  holderCount(scope: WeakScope, word: string): number;
  wordsOf(id: string): ReadonlySet<string>;
}

interface ScopeCounts {
  documents: number;
  readonly holders: Map<string, number>;
}

/** Counts per scope, made when a scope is first asked for. */
export function createWordIndex(rows: readonly CorpusRow[]): WordIndex {
  const words = new Map(rows.map((row) => [row.id, wordsOf(row)]));
  const known = new Map<string, ScopeCounts>();
  function countsOf(scope: WeakScope): ScopeCounts {
    const key = JSON.stringify(scope);
    const counts = known.get(key) ?? { documents: 0, holders: new Map<string, number>() };
    if (known.has(key)) return counts;
    known.set(key, counts);
    for (const row of rows) {
      if (!isInside(row, scope)) continue;
      counts.documents += 1;
      for (const word of words.get(row.id) ?? []) {
        counts.holders.set(word, (counts.holders.get(word) ?? 0) + 1);
      }
    }
    return counts;
  }
  return {
    documentCount: (scope) => countsOf(scope).documents,
    holderCount: (scope, word) => countsOf(scope).holders.get(word) ?? 0,
    wordsOf: (id) => words.get(id) ?? new Set(),
  };
}

export interface QueryWithAnswers {
  readonly query: string;
  readonly scope: WeakScope;
  /** Ids inside the scope. */
  readonly answerIds: readonly string[];
}

/** The query without giveaway words, cut at a word border; null when too little is left. */
export function withoutAnswerWords(
  { query, scope, answerIds }: QueryWithAnswers,
  index: WordIndex,
): string | null {
  const isGiveaway = (word: string) =>
    index.holderCount(scope, word) <= GIVEAWAY_HOLDERS_MAX &&
    answerIds.some((id) => index.wordsOf(id).has(word));
  if (index.documentCount(scope) < SCOPE_DOCUMENTS_MIN) return null;
  const kept: string[] = [];
  let chars = 0;
  let giveaways = 0;
  for (const written of query.split(" ")) {
    if (chars + written.length > QUERY_CHARS_MAX) break;
    if (normalizeSearchText(written).split(" ").some(isGiveaway)) {
      giveaways += 1;
      continue;
    }
    kept.push(written);
    chars += written.length + 1;
  }
  const wordCount = kept.filter((written) => /\p{L}{2,}/u.test(written)).length;
  const isGarbled = giveaways > GIVEAWAY_SHARE_MAX * (kept.length + giveaways);
  return isGarbled || wordCount < QUERY_WORDS_MIN ? null : kept.join(" ");
}
