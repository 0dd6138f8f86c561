/**
 * The names of vocabulary entries as a trie over their folded tokens: which names a query is searched
 * for, and how one is told from another.
 */
import type { ScopeField } from "../curriculum-scope.ts";
import { getOrAdd } from "./get-or-add.ts";
import { paperNumber } from "./paper-number.ts";
import { type QueryToken, queryTokens } from "../query-tokens.ts";
import type { VocabularyEntry } from "./vocabulary.ts";

/** How much evidence a name needs to be read as scope, weakest demand first. */
export type NameKind = "plain" | "ordinary" | "cased" | "people";

export interface Name {
  readonly entry: VocabularyEntry;
  readonly kind: NameKind;
  /** Tokens as the vocabulary writes them, joined by spaces: with accents, then as they stand. */
  readonly plain: string;
  readonly raw: string;
}

export interface TrieNode {
  readonly next: Map<string, TrieNode>;
  readonly names: Name[];
}

/** Names longer than this are compared whole in requests but not searched for in queries. */
const NAME_TOKENS_MAX = 12;

/** Topics are matched in requests only: topical words in a query are what is searched for. */
const UNREAD_FIELDS: ReadonlySet<ScopeField> = new Set(["topic"]);

/**
 * Key under which a token is stored. Letters glued to a number ("3e") only match glued letters, and a
 * letter behind a slash ("A/L") only one behind a slash: "à l'aide" is no A-Level.
 */
export function trieKey(token: QueryToken, previous: QueryToken | undefined): string {
  if (token.isGlued && previous?.isNumber) return `~${token.folded}`;
  return token.gap === "/" && token.folded.length === 1 ? `/${token.folded}` : token.folded;
}

export interface TokenizedName {
  readonly tokens: readonly QueryToken[];
  readonly kind: NameKind;
}

/**
 * The weakest kind wins where a name is listed twice: an ordinary word stays one. Accents count:
 * "college" and "collège" are two names.
 */
export function namesOf(entry: VocabularyEntry, namesGained: readonly string[]): TokenizedName[] {
  const names = new Map<string, TokenizedName>();
  const add = (texts: readonly string[], kind: NameKind): void => {
    for (const text of texts) {
      const tokens = queryTokens(text);
      const key = tokens.map((token) => token.plain).join(" ");
      if (tokens.length > 0 && !names.has(key)) names.set(key, { tokens, kind });
    }
  };
  add(entry.cased ?? [], "cased");
  add(entry.ordinary ?? [], "ordinary");
  add(entry.people ?? [], "people");
  // A language is named like a people: none of its names is plain where no ordinary one is told from it.
  const isPlain = entry.field !== "language" || (entry.ordinary ?? []).length > 0;
  add([entry.value, ...entry.aliases, ...namesGained], isPlain ? "plain" : "ordinary");
  return [...names.values()];
}

/** A bare number or single letter would match everywhere; numbered papers are read by grammar. */
export function isReadable(
  entry: VocabularyEntry,
  { tokens, kind }: TokenizedName,
  key: string,
): boolean {
  if (UNREAD_FIELDS.has(entry.field) || tokens.length > NAME_TOKENS_MAX) return false;
  if (tokens.length === 1 && (tokens[0]!.isNumber || /^[a-z]$/u.test(tokens[0]!.folded))) {
    return false;
  }
  // Language codes are words in many languages ("en", "de", "it").
  if (entry.field === "language" && (key === entry.value || isCode(tokens, kind))) return false;
  const text = tokens.map((token) => token.raw).join(" ");
  return entry.field !== "paper" || paperNumber(text) === null;
}

const isCode = (tokens: readonly QueryToken[], kind: NameKind): boolean =>
  kind === "plain" && tokens.every(({ folded }) => /^[a-z]{1,2}$/u.test(folded));

export function addName(
  trie: TrieNode,
  entry: VocabularyEntry,
  kind: NameKind,
  tokens: readonly QueryToken[],
): void {
  let node = trie;
  for (const [index, token] of tokens.entries()) {
    node = getOrAdd(node.next, trieKey(token, tokens[index - 1]), () => ({
      next: new Map(),
      names: [],
    }));
  }
  if (node.names.some((name) => name.entry === entry && name.kind === kind)) return;
  node.names.push({
    entry,
    kind,
    plain: tokens.map((token) => token.plain).join(" "),
    raw: tokens.map((token) => token.raw).join(" "),
  });
}

/** Phrases that hold a name and mean something else ("programme de calcul"), as a trie without names. */
export function lookalikeTrie(entries: readonly VocabularyEntry[]): TrieNode {
  const trie: TrieNode = { next: new Map(), names: [] };
  for (const entry of entries) {
    for (const phrase of entry.lookalikes ?? []) {
      const tokens = queryTokens(phrase);
      if (tokens.length > 1) addName(trie, entry, "plain", tokens);
    }
  }
  return trie;
}
