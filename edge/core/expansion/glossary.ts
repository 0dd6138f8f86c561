/**
 * A glossary of terms that mean the same: in the same language (synonyms, abbreviations), in others,
 * and as a formula. It is compiled once into a trie over normalised, folded words. The shipped one is
 * school-terms.json; a tenant adds to it by the aliases of its vocabulary's topics.
 */
import { foldAccents, queryTokens } from "../scope/query-tokens.ts";
import { normalForm } from "../scope/curriculum-scope.ts";
import { normalizeSearchText } from "../text/normalize.ts";

/** As stored: per section, terms whose cells (one per language, then formulas) stand between " / ". */
export interface GlossaryData {
  readonly languages: readonly string[];
  /** By section: the subject, as the vocabulary's canonical value names it. */
  readonly terms: Readonly<Record<string, readonly string[]>>;
}

export interface GlossaryName {
  /** Null: of every language (a formula, an alias of a topic). */
  readonly language: string | null;
  /** As it is written in the glossary. */
  readonly shown: string;
  /** Normalised words. */
  readonly words: readonly string[];
  /** Read in capital letters only ("RAM"): in small letters it is another word. */
  readonly isCased: boolean;
}

export interface Term {
  readonly section: string;
  readonly names: readonly GlossaryName[];
}

export interface GlossaryNode {
  readonly next: Map<string, GlossaryNode>;
  /** Terms that have the name that ends here; one that several languages share stands once each. */
  readonly found: { readonly term: Term; readonly name: GlossaryName }[];
}

export interface Glossary {
  readonly root: GlossaryNode;
  readonly terms: number;
}

/** Between the cells of a term, and between the names of a cell. */
const CELL = " / ";
const NAME = "|";
/** Marks a name that is added but never read: as an ordinary word it means too much else. */
const ADDED_ONLY = "~";
const CASED = "=";

export function compileGlossary({ languages, terms }: GlossaryData): Glossary {
  const root = emptyNode();
  let count = 0;
  for (const [section, lines] of Object.entries(terms)) {
    for (const line of lines) {
      count += 1;
      addTerm(root, normalForm(section), readCells(line, languages));
    }
  }
  return { root, terms: count };
}

/** A glossary of topics: all names of one topic are one term of every language. */
export function topicGlossary(topics: readonly (readonly string[])[]): Glossary {
  const root = emptyNode();
  for (const names of topics) {
    addTerm(
      root,
      "",
      names.map((name) => ({ language: null, name, isAddedOnly: false, isCased: false })),
    );
  }
  return { root, terms: topics.length };
}

/** The form in which words are compared: lower case, no accents, no plural s. */
export function wordKey(word: string): string {
  const folded = foldAccents(word);
  return folded.length > 3 && /[^s]s$/u.test(folded) ? folded.slice(0, -1) : folded;
}

interface RawName {
  readonly language: string | null;
  readonly name: string;
  readonly isAddedOnly: boolean;
  readonly isCased: boolean;
}

function readCells(line: string, languages: readonly string[]): RawName[] {
  return line.split(CELL).flatMap((cell, index) =>
    cell.split(NAME).map((text) => {
      const isAddedOnly = text.startsWith(ADDED_ONLY);
      const isCased = text.startsWith(CASED);
      const name = isAddedOnly || isCased ? text.slice(1) : text;
      return { language: languages[index] ?? null, name, isAddedOnly, isCased };
    }),
  );
}

function addTerm(root: GlossaryNode, section: string, raw: readonly RawName[]): void {
  const names = raw.map(({ language, name, isCased }) => ({
    language,
    shown: name,
    words: normalizedWords(name),
    isCased,
  }));
  const term: Term = { section, names };
  for (const [index, name] of names.entries()) {
    if (raw[index]!.isAddedOnly || name.words.length === 0) continue;
    let node = root;
    for (const word of name.words) node = child(node, wordKey(word));
    node.found.push({ term, name });
  }
}

const PLAIN_WORDS = /^[\p{Ll} ]+$/u;

/** Plain words are their own normal form; anything else goes through the normaliser. */
function normalizedWords(name: string): string[] {
  const lower = name.toLowerCase();
  const normal = PLAIN_WORDS.test(lower) ? lower : normalizeSearchText(name);
  return normal.split(" ").filter((word) => word !== "");
}

function child(node: GlossaryNode, key: string): GlossaryNode {
  let next = node.next.get(key);
  if (next === undefined) {
    next = emptyNode();
    node.next.set(key, next);
  }
  return next;
}

const emptyNode = (): GlossaryNode => ({ next: new Map(), found: [] });

/** Words of `text` that are written in capital letters. */
export function capitalWords(text: string): ReadonlySet<string> {
  return new Set(
    queryTokens(text)
      .filter(({ raw, plain }) => raw !== plain && raw === raw.toUpperCase())
      .map(({ folded }) => folded),
  );
}
