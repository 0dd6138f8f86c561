/**
 * Finds the name that a misspelt word stands for: Damerau-Levenshtein distance 1 for names of five
 * letters or more, 2 for nine or more (Damerau 1964, optimal string alignment). Candidates are the names
 * with the same first letter whose sets of letters differ by at most two letters an edit, which is two
 * machine operations a name: an index of deletion variants takes longer to build than all of a
 * vocabulary's first queries to search without it.
 * It must not turn one correct word into another: known words, derived forms ("economic",
 * "geographer") and listed lookalikes are never corrected.
 */
import { getOrAdd } from "./get-or-add.ts";
import type { TrieNode } from "./name-trie.ts";
import type { ScopeField } from "../curriculum-scope.ts";
import { foldAccents } from "../query-tokens.ts";
import type { VocabularyEntry } from "./vocabulary.ts";

export interface TypoMatch {
  readonly entries: readonly VocabularyEntry[];
  readonly distance: number;
}

interface Spelling {
  readonly word: string;
  readonly letters: number;
}

export interface TypoIndex {
  /** The names nearest to a folded word, or null; several only where they share the spelling. */
  find(word: string): TypoMatch | null;
}

/** Words indexed at most; a vocabulary with more single-word names corrects the first ones only. */
const TYPO_WORDS_MAX = 4000;
const WORD_CHARS_MIN = 5;
const TWO_EDITS_CHARS_MIN = 9;
const WORD_CHARS_MAX = 24;

const FIELDS: ReadonlySet<ScopeField> = new Set(["subject", "level", "exam"]);

export function buildTypoIndex(entries: readonly VocabularyEntry[], trie: TrieNode): TypoIndex {
  const words = new Map<string, VocabularyEntry[]>();
  const known = new Set<string>();
  for (const [key, node] of trie.next) collectWords(key, node, known);
  for (const entry of entries) {
    for (const lookalike of entry.lookalikes ?? []) known.add(foldAccents(lookalike.toLowerCase()));
    if (!FIELDS.has(entry.field)) continue;
    for (const word of correctable(entry)) {
      const list = words.get(word) ?? [];
      if (!list.includes(entry)) list.push(entry);
      if (words.size < TYPO_WORDS_MAX) words.set(word, list);
    }
  }
  addNamesakes(entries, words);
  const byInitial = new Map<string, Spelling[]>();
  for (const word of words.keys()) {
    getOrAdd(byInitial, word[0]!, () => []).push({ word, letters: letterSet(word) });
  }
  return { find: (word) => findNearest(word, words, byInitial, known) };
}

/** "collge" may stand for "college" or "collège": other entries of the field with a name so spelt. */
function addNamesakes(
  entries: readonly VocabularyEntry[],
  words: ReadonlyMap<string, VocabularyEntry[]>,
): void {
  for (const entry of entries) {
    if (!FIELDS.has(entry.field)) continue;
    for (const name of entry.ordinary ?? []) {
      const list = words.get(foldAccents(name.toLowerCase()));
      if (list?.[0]?.field === entry.field && !list.includes(entry)) list.push(entry);
    }
  }
}

/** Single-word names that need no further evidence: only these are worth correcting. */
function correctable(entry: VocabularyEntry): string[] {
  const excluded = new Set(
    [...(entry.ordinary ?? []), ...(entry.cased ?? [])].map((name) =>
      foldAccents(name.toLowerCase()),
    ),
  );
  // Acronyms are too short on letters to be guessed: "gases" is not GCSE.
  return [entry.value, ...entry.aliases]
    .filter((name) => name !== name.toUpperCase())
    .map((name) => foldAccents(name.toLowerCase()))
    .filter((name) => /^[a-z]{5,24}$/u.test(name) && !excluded.has(name));
}

function collectWords(key: string, node: TrieNode, known: Set<string>): void {
  known.add(key);
  for (const [next, child] of node.next) collectWords(next, child, known);
}

function editsMax(length: number): number {
  return length >= TWO_EDITS_CHARS_MIN ? 2 : 1;
}

function findNearest(
  word: string,
  words: ReadonlyMap<string, readonly VocabularyEntry[]>,
  byInitial: ReadonlyMap<string, readonly Spelling[]>,
  known: ReadonlySet<string>,
): TypoMatch | null {
  if (word.length < WORD_CHARS_MIN || word.length > WORD_CHARS_MAX || known.has(word)) return null;
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  let isTied = false;
  const letters = letterSet(word);
  for (const { word: candidate, letters: own } of byInitial.get(word[0]!) ?? []) {
    const edits = editsMax(Math.min(word.length, candidate.length));
    if (Math.abs(word.length - candidate.length) > edits) continue;
    if (bitCount(letters ^ own) > 2 * edits || !isPlausible(word, candidate)) continue;
    const distance = editDistance(word, candidate);
    if (distance > edits) continue;
    if (distance < bestDistance) {
      [best, bestDistance, isTied] = [candidate, distance, false];
    } else if (distance === bestDistance && words.get(candidate)![0] !== words.get(best!)![0]) {
      isTied = true;
    }
  }
  if (best === null || isTied) return null;
  return { entries: words.get(best)!, distance: bestDistance };
}

/** Whether `word` is `name` with one typing error; both folded. */
export function isMisspelling(word: string, name: string): boolean {
  if (name.length < WORD_CHARS_MIN || word.length > WORD_CHARS_MAX) return false;
  if (Math.abs(word.length - name.length) > 1 || !isPlausible(word, name)) return false;
  return editDistance(word, name) === 1;
}

/** How many letters at the end may differ in a derived form ("geographic", "economist"). */
const SUFFIX_CHARS_MAX = 3;

/** Typing errors keep the first letter and rarely change only the ending; other words do. */
function isPlausible(word: string, name: string): boolean {
  if (word[0] !== name[0]) return false;
  // A French name that lost its mute e ("biologi") is no other word; "physic" may be one.
  if (name === `${word}e`) return true;
  if (word.at(-1) === name.at(-1) && !word.startsWith(name) && !name.startsWith(word)) return true;
  let common = 0;
  while (common < word.length && word[common] === name[common]) common += 1;
  const isTransposedEnd =
    word.length === name.length && word.at(-1) === name.at(-2) && word.at(-2) === name.at(-1);
  return isTransposedEnd || common < name.length - SUFFIX_CHARS_MAX;
}

/** Bit n for the n-th letter of the alphabet. */
function letterSet(word: string): number {
  let set = 0;
  for (let at = 0; at < word.length; at += 1) set |= 1 << (word.charCodeAt(at) - LETTER_A);
  return set;
}
const LETTER_A = "a".charCodeAt(0);

function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** Optimal string alignment distance: insert, delete, substitute, transpose neighbours. */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(previous[j]! + 1, current[j - 1]! + 1, substitution);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, beforePrevious[j - 2]! + 1);
      }
      current.push(best);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length]!;
}
