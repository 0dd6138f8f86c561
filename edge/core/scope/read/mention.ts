/**
 * A place in a query that may name scope, before its evidence is weighed. Readers only find
 * mentions; weigh-evidence.ts decides which of them count.
 */
import type { NameKind } from "../vocabulary/name-trie.ts";
import type { ScopeField } from "../curriculum-scope.ts";
import type { QueryToken } from "../query-tokens.ts";
import { END_WORDS } from "../words/scope-words.ts";
import type { VocabularyEntry } from "../vocabulary/vocabulary.ts";

/** "reference": numbers and years, read by grammar; "typo": a misspelt name. */
export type MentionKind = NameKind | "reference" | "typo";

export interface Mention {
  readonly field: ScopeField;
  readonly values: readonly (string | number)[];
  /** Entries behind the values; empty for references. */
  readonly entries: readonly VocabularyEntry[];
  /** Half-open range of token indices. */
  readonly from: number;
  readonly to: number;
  readonly kind: MentionKind;
  readonly rule: string;
  /** True where the words alone decide ("paper 2"); false where a neighbour has to help ("P2"). */
  readonly isExplicit: boolean;
}

/** The tokens between two indices hold no sentence end, operator or bracket. */
export function isTight(tokens: readonly QueryToken[], from: number, to: number): boolean {
  for (let at = from; at < to; at += 1)
    if (!/^[\s.,;:'’\-–/()]*$/u.test(tokens[at]!.gap)) return false;
  return true;
}

/** What parts phrases or sentences. */
export const CUT_SIGN = /[,;:()|?!]|\.\s|\s[-–—]+\s/u;

/** At most this many words of request end a query. */
const END_WORDS_MAX = 6;

/** The query ends at token `at`, or only "please", "svp", "的那道题" follow. */
export function isAtEnd(tokens: readonly QueryToken[], at: number): boolean {
  if (tokens.length - at > END_WORDS_MAX) return false;
  return tokens.slice(at).every(({ folded }) => END_WORDS.has(folded));
}
