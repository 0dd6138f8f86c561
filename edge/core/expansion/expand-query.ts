/**
 * Deterministic, curriculum-aware expansion: the other names of the terms that a query holds, as the
 * words of one further ranked list. It adds words, never scope: the list runs inside the same gate.
 */
import type { CompiledVocabulary } from "../scope/vocabulary/compile-vocabulary.ts";
import { normalForm } from "../scope/curriculum-scope.ts";
import type { ScopeExtraction } from "../scope/scope-extraction.ts";
import { normalizeSearchText } from "../text/normalize.ts";
import { EQUATION_WORD } from "../text/formula-equation.ts";
import {
  capitalWords,
  type Glossary,
  type GlossaryName,
  type GlossaryNode,
  topicGlossary,
  wordKey,
  type Term,
} from "./glossary.ts";

/** Terms of one query that are expanded, and words that they add per language. */
export const EXPANDED_TERMS_MAX = 8;
export const EXPANSION_WORDS_MAX = 48;
/** Words up to this length are mostly function words. */
const FUNCTION_WORD_CHARS = 4;

export interface ExpansionSources {
  readonly extraction: Pick<ScopeExtraction, "topicText">;
  readonly vocabulary: CompiledVocabulary;
  /** Languages of the scope; other languages' names are left out. */
  readonly languages: readonly string[];
  /** Canonical subjects in force. */
  readonly subjects: readonly (string | number)[];
  readonly glossary: Glossary;
}

export interface Expansion {
  /**
   * Normalised words by language: each language's list is searched under its own analyzer only, so
   * that a French word never meets the stem of an English one.
   */
  readonly words: Readonly<Record<string, string>>;
  /** The part of the query that the found terms are. */
  readonly share: number;
  /** What was found in the query, and the names that it added. */
  readonly terms: readonly { readonly found: string; readonly added: readonly string[] }[];
}

/** Null: the query holds no term that has another name in a language of the scope. */
export function expandQuery(sources: ExpansionSources): Expansion | null {
  const words = normalizeSearchText(sources.extraction.topicText)
    .split(" ")
    .filter((word) => word !== "");
  const known = new Set(words.map(wordKey));
  const matches = findTerms(words, sources);
  const lists = sources.languages.flatMap((language) => {
    const list = listFor(language, matches, words, known);
    return list === null ? [] : [[language, list] as const];
  });
  const share = shareOf(matches, words);
  const terms = matches.flatMap(({ found, terms: ofName }) => {
    const names = ofName.flatMap(({ term }) =>
      term.names.filter((name) => isNew(name, known) && isIn(name, sources.languages)),
    );
    const added = [...new Set(names.map(({ shown }) => shown))];
    return added.length === 0 ? [] : [{ found, added }];
  });
  if (lists.length === 0) return null;
  return {
    words: Object.fromEntries(lists),
    share,
    terms,
  };
}

/** Does the query use a name of that language? */
const isOwn = (language: string, matches: readonly Match[]): boolean =>
  matches.some(({ terms }) => terms.some(({ name }) => isIn(name, [language])));

/** Words of the found terms among the words that say something: those and all longer than "with". */
function shareOf(matches: readonly Match[], words: readonly string[]): number {
  const found = matches.reduce((sum, match) => sum + match.length, 0);
  const inTerms = new Set(matches.flatMap((match) => match.found.split(" ")));
  const others = words.filter((word) => word.length > FUNCTION_WORD_CHARS && !inTerms.has(word));
  return found === 0 ? 0 : found / (found + others.length);
}

/**
 * In the language that the query itself uses for a term the list is the whole query and the new
 * names: it must not rank what is only about the synonym. In any other language it is the new names
 * alone: the query's own words say nothing there. (Measured: README.md of this folder.)
 */
function listFor(
  language: string,
  matches: readonly Match[],
  words: readonly string[],
  known: ReadonlySet<string>,
): string | null {
  const ofMatches = matches.flatMap(({ terms }) => terms);
  const added = ofMatches.flatMap(({ term }) =>
    term.names
      .filter((name) => isNew(name, known) && isIn(name, [language]))
      .flatMap(searchedWords),
  );
  if (added.length === 0) return null;
  const list = new Set([
    ...(isOwn(language, matches) ? words : []),
    ...added.slice(0, EXPANSION_WORDS_MAX),
  ]);
  return [...list].join(" ");
}

const isIn = ({ language }: GlossaryName, languages: readonly string[]): boolean =>
  language === null || languages.includes(language);

/** Says more than the query says already. */
const isNew = ({ words }: GlossaryName, known: ReadonlySet<string>): boolean =>
  !words.every((word) => known.has(wordKey(word)));

interface FoundTerm {
  readonly term: Term;
  /** The name by which the query has it. */
  readonly name: GlossaryName;
}

interface Match {
  /** Words of the query, and how many. */
  readonly found: string;
  readonly length: number;
  readonly terms: readonly FoundTerm[];
}

/** Non-overlapping terms from left to right; at each place the longest name. */
function findTerms(words: readonly string[], sources: ExpansionSources): Match[] {
  const keys = words.map(wordKey);
  const capitals = capitalWords(sources.extraction.topicText);
  const glossaries = [sources.glossary, topicsOf(sources.vocabulary)];
  const matches: Match[] = [];
  for (let at = 0; at < words.length && matches.length < EXPANDED_TERMS_MAX; ) {
    const match = longestMatch(keys, at, glossaries, capitals);
    if (match === null) {
      at += 1;
      continue;
    }
    const found = words.slice(at, at + match.length).join(" ");
    matches.push({ found, length: match.length, terms: inSubject(match.terms, sources.subjects) });
    at += match.length;
  }
  return matches;
}

function longestMatch(
  keys: readonly string[],
  at: number,
  glossaries: readonly Glossary[],
  capitals: ReadonlySet<string>,
): { length: number; terms: readonly FoundTerm[] } | null {
  let best: { length: number; terms: readonly FoundTerm[] } | null = null;
  for (const { root } of glossaries) {
    let node: GlossaryNode | undefined = root;
    for (let end = at; end < keys.length; end += 1) {
      node = node.next.get(keys[end]!);
      if (node === undefined) break;
      const terms = node.found.filter(({ name }) => !name.isCased || capitals.has(keys[at]!));
      if (terms.length === 0) continue;
      const length = end - at + 1;
      if (best === null || length > best.length) best = { length, terms };
      else if (length === best.length) best = { length, terms: [...best.terms, ...terms] };
    }
  }
  return best;
}

/** Where one name means several things, those of the subject in force. */
function inSubject(
  terms: readonly FoundTerm[],
  subjects: readonly (string | number)[],
): readonly FoundTerm[] {
  const sections = new Set(subjects.map(normalForm));
  const inScope = terms.filter(({ term }) => sections.has(term.section));
  return inScope.length > 0 ? inScope : terms;
}

/** An equation is searched for as a whole: its letters alone ("v", "ir") would find anything. */
function searchedWords({ words }: GlossaryName): readonly string[] {
  const equations = words.filter((word) => word.startsWith(EQUATION_WORD));
  return equations.length > 0 ? equations : words;
}

const topicGlossaries = new WeakMap<CompiledVocabulary, Glossary>();

/** Topics with aliases, compiled once per vocabulary. */
function topicsOf(vocabulary: CompiledVocabulary): Glossary {
  let glossary = topicGlossaries.get(vocabulary);
  if (glossary === undefined) {
    const topics = vocabulary.vocabulary.entries
      .filter(({ field, aliases }) => field === "topic" && aliases.length > 0)
      .map(({ value, aliases }) => [value, ...aliases]);
    glossary = topicGlossary(topics);
    topicGlossaries.set(vocabulary, glossary);
  }
  return glossary;
}
