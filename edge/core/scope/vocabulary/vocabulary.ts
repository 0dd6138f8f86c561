/**
 * The vocabulary of one tenant: every value that a scope field can take, how students write it, and
 * what it implies. It is data (learned from what was ingested, edited through the API); nothing
 * about a subject or a level is written in code.
 */
import type { ScopeField } from "../curriculum-scope.ts";

export interface VocabularyEntry {
  readonly field: Exclude<ScopeField, "year" | "question_number">;
  /** Canonical spelling, shown to callers. */
  readonly value: string;
  /**
   * Corpus values (in any spelling; compared by normal form) that this entry stands for in the gate.
   * The canonical value itself is always included.
   */
  readonly covers: readonly string[];
  /** Further ways to write it in a query: synonyms, abbreviations, other languages. */
  readonly aliases: readonly string[];
  /**
   * Names (the value itself or others) that are also ordinary words ("law", "form 4", "a level"):
   * read only next to another scope word, in a delimited position or beside a cue. A language is named
   * like its people: its aliases count by themselves only where such names are listed, too.
   */
  readonly ordinary?: readonly string[];
  /** Names that are read in this capitalisation only ("AS", "May"), and only like ordinary ones. */
  readonly cased?: readonly string[];
  /**
   * The people of a subject ("chemists", "historiens"): they stand for it only where it is named side by
   * side with another one ("entropy for chemists, entropy for physicists"). Those of a centre ("polynésien")
   * stand for it only beside an exam.
   */
  readonly people?: readonly string[];
  /**
   * Correct words that look like a misspelling of a name ("commence" for commerce), and phrases that hold
   * a name and mean something else ("programme de calcul").
   */
  readonly lookalikes?: readonly string[];
  /** Scope that follows from naming this value (an exam that has one level, say). */
  readonly implies?: Readonly<Partial<Record<ScopeField, readonly (string | number)[]>>>;
  /** Documents that carry the value; 0 for a value that only the vocabulary knows. */
  readonly documents: number;
}

export interface Vocabulary {
  /** Changes whenever an entry changes; part of every cache key. */
  readonly version: string;
  readonly entries: readonly VocabularyEntry[];
  /** First and last year that occur in the corpus, or null when no document carries a year. */
  readonly years: { readonly first: number; readonly last: number } | null;
  /** Languages that occur in the corpus (ISO 639-1), most frequent first. */
  readonly languages: readonly string[];
}

/** A tenant's vocabulary holds at most this many entries (a search compiles and caches it). */
export const VOCABULARY_ENTRIES_MAX = 20_000;
