/**
 * Compiles a vocabulary for matching: a trie over the folded tokens of every name, an index of
 * corpus values by normal form, paper numbers, and an index for misspelt names. Done once per
 * vocabulary version and kept; extraction then costs one walk per query token.
 */
import { normalForm, type ScopeField } from "./curriculum-scope.ts";
import { type QueryToken, queryTokens } from "./query-tokens.ts";
import { ROMAN_NUMERALS } from "./scope-words.ts";
import { buildTypoIndex, type TypoIndex } from "./typo-index.ts";
import type { Vocabulary, VocabularyEntry } from "./vocabulary.ts";

/** How much evidence a name needs to be read as scope, weakest demand first. */
export type NameKind = "plain" | "ordinary" | "cased";

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

export interface CompiledVocabulary {
  readonly vocabulary: Vocabulary;
  readonly trie: TrieNode;
  /** Entries of a field by the normal form of their value. */
  readonly entries: ReadonlyMap<ScopeField, ReadonlyMap<string, VocabularyEntry>>;
  /** Entries of a field by the folded tokens of any of their names. */
  readonly named: ReadonlyMap<ScopeField, ReadonlyMap<string, readonly VocabularyEntry[]>>;
  /** Corpus values that an entry stands for: its own value and covered ones, where they occur. */
  readonly occurring: ReadonlyMap<VocabularyEntry, readonly string[]>;
  /** Entries that cover a value, by field and normal form of the covered value. */
  readonly covering: ReadonlyMap<ScopeField, ReadonlyMap<string, readonly VocabularyEntry[]>>;
  /** Paper values of the corpus by paper number ("2" → "2", "P2", "Paper II"). */
  readonly papers: ReadonlyMap<string, readonly string[]>;
  /** Fields that at least one document carries: only these can gate by what a query says. */
  readonly fieldsInCorpus: ReadonlySet<ScopeField>;
  readonly typos: TypoIndex;
}

/** Names longer than this are compared whole in requests but not searched for in queries. */
export const NAME_TOKENS_MAX = 12;

/** Topics are matched in requests only: topical words in a query are what is searched for. */
const UNREAD_FIELDS: ReadonlySet<ScopeField> = new Set(["topic"]);

export function compileVocabulary(vocabulary: Vocabulary): CompiledVocabulary {
  const entries = new Map<ScopeField, Map<string, VocabularyEntry>>();
  for (const entry of vocabulary.entries) {
    getOrAdd(entries, entry.field, () => new Map()).set(normalForm(entry.value), entry);
  }
  const { absorbed, namesGained } = absorbBareEntries(vocabulary, entries);
  const trie: TrieNode = { next: new Map(), names: [] };
  const named = new Map<ScopeField, Map<string, VocabularyEntry[]>>();
  const exams = examNames(vocabulary);
  for (const entry of vocabulary.entries) {
    if (absorbed.has(entry)) continue;
    for (const { tokens, kind } of namesOf(entry, namesGained.get(entry) ?? [])) {
      const key = tokens.map((token) => token.folded).join(" ");
      const list = getOrAdd(
        getOrAdd(named, entry.field, () => new Map()),
        key,
        () => [],
      );
      if (!list.includes(entry)) list.push(entry);
      if (isReadable(entry, tokens) && !namesExam(entry, key, exams))
        addName(trie, entry, kind, tokens);
    }
  }
  return {
    vocabulary,
    trie,
    entries,
    named,
    occurring: occurringValues(vocabulary, entries),
    covering: coveringEntries(vocabulary),
    papers: paperNumbers(vocabulary),
    fieldsInCorpus: fieldsInCorpus(vocabulary),
    typos: buildTypoIndex(vocabulary.entries, trie),
  };
}

/**
 * Key under which a token is stored. Letters glued to a number ("3e") only match glued letters, and a
 * letter behind a slash ("A/L") only one behind a slash: "à l'aide" is no A-Level.
 */
export function trieKey(token: QueryToken, previous: QueryToken | undefined): string {
  if (token.isGlued && previous?.isNumber) return `~${token.folded}`;
  return token.gap === "/" && token.folded.length === 1 ? `/${token.folded}` : token.folded;
}

/**
 * "2", "P2", "Paper II", "Épreuve 2" → "2"; "2H" → "2h"; null for values that are not numbered.
 */
export function paperNumber(value: string): string | null {
  const tokens = queryTokens(value);
  const last = tokens.at(-1);
  const numeral = tokens.at(-1)?.isGlued && tokens.at(-2)?.isNumber ? tokens.at(-2) : last;
  if (numeral === undefined || last === undefined) return null;
  const head = tokens[0] === numeral ? "" : tokens[0]!.folded;
  if (!["", "p", "paper", "papier", "epreuve"].includes(head)) return null;
  if (tokens.length > (head === "" ? 1 : 2) + (numeral === last ? 0 : 1)) return null;
  const suffix = numeral === last ? "" : last.folded;
  if (suffix.length > 1) return null;
  if (numeral.isNumber) return `${Number(numeral.folded)}${suffix}`;
  const roman = ROMAN_NUMERALS.get(numeral.folded);
  return roman === undefined ? null : String(roman);
}

/** Learned values that an edited entry covers are read under that entry's name. */
function absorbBareEntries(
  vocabulary: Vocabulary,
  entries: ReadonlyMap<ScopeField, ReadonlyMap<string, VocabularyEntry>>,
): {
  absorbed: ReadonlySet<VocabularyEntry>;
  namesGained: ReadonlyMap<VocabularyEntry, readonly string[]>;
} {
  const absorbed = new Set<VocabularyEntry>();
  const namesGained = new Map<VocabularyEntry, string[]>();
  for (const entry of vocabulary.entries) {
    for (const cover of entry.covers) {
      const covered = entries.get(entry.field)?.get(normalForm(cover));
      if (covered === undefined || covered === entry || !isBare(covered)) continue;
      absorbed.add(covered);
      getOrAdd(namesGained, entry, () => []).push(covered.value);
    }
  }
  return { absorbed, namesGained };
}

function isBare({ aliases, ordinary, cased, covers }: VocabularyEntry): boolean {
  return aliases.length + covers.length + (ordinary?.length ?? 0) + (cased?.length ?? 0) === 0;
}

interface TokenizedName {
  readonly tokens: readonly QueryToken[];
  readonly kind: NameKind;
}

/**
 * The weakest kind wins where a name is listed twice: an ordinary word stays one. Accents count:
 * "college" and "collège" are two names.
 */
function namesOf(entry: VocabularyEntry, namesGained: readonly string[]): TokenizedName[] {
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
  add([entry.value, ...entry.aliases, ...namesGained], "plain");
  return [...names.values()];
}

function examNames({ entries }: Vocabulary): string[] {
  const exams = entries.filter(({ field }) => field === "exam");
  return exams.flatMap((entry) =>
    namesOf(entry, []).map(({ tokens }) => `${tokens.map(({ folded }) => folded).join(" ")} `),
  );
}

/** "gaokao paper 1", "高考甲卷": read as an exam and a paper, lest the paper's name hide the exam's. */
const namesExam = ({ field }: VocabularyEntry, key: string, exams: readonly string[]): boolean =>
  field === "paper" && exams.some((exam) => key.startsWith(exam));

/** A bare number or single letter would match everywhere; numbered papers are read by grammar. */
function isReadable(entry: VocabularyEntry, tokens: readonly QueryToken[]): boolean {
  if (UNREAD_FIELDS.has(entry.field) || tokens.length > NAME_TOKENS_MAX) return false;
  if (tokens.length === 1 && (tokens[0]!.isNumber || /^[a-z]$/u.test(tokens[0]!.folded))) {
    return false;
  }
  // Language codes are words in many languages ("en", "de", "it").
  if (entry.field === "language" && tokens.every(({ folded }) => /^[a-z]{1,2}$/u.test(folded))) {
    return false;
  }
  const text = tokens.map((token) => token.raw).join(" ");
  return entry.field !== "paper" || paperNumber(text) === null;
}

function addName(
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

function occurringValues(
  vocabulary: Vocabulary,
  entries: ReadonlyMap<ScopeField, ReadonlyMap<string, VocabularyEntry>>,
): Map<VocabularyEntry, string[]> {
  const occurring = new Map<VocabularyEntry, string[]>();
  for (const entry of vocabulary.entries) {
    const values = entry.documents > 0 ? [entry.value] : [];
    for (const cover of entry.covers) {
      const covered = entries.get(entry.field)?.get(normalForm(cover));
      if (covered !== undefined && covered !== entry && covered.documents > 0) {
        values.push(covered.value);
      }
    }
    occurring.set(entry, values);
  }
  return occurring;
}

function coveringEntries({ entries }: Vocabulary): Map<ScopeField, Map<string, VocabularyEntry[]>> {
  const covering = new Map<ScopeField, Map<string, VocabularyEntry[]>>();
  for (const entry of entries) {
    for (const cover of entry.covers) {
      const byValue = getOrAdd(covering, entry.field, () => new Map<string, VocabularyEntry[]>());
      getOrAdd(byValue, normalForm(cover), () => []).push(entry);
    }
  }
  return covering;
}

function paperNumbers(vocabulary: Vocabulary): Map<string, string[]> {
  const papers = new Map<string, string[]>();
  for (const { field, value, documents } of vocabulary.entries) {
    if (field !== "paper" || documents === 0) continue;
    const number = paperNumber(value);
    if (number !== null) getOrAdd(papers, number, () => []).push(value);
  }
  return papers;
}

function fieldsInCorpus({ entries, years }: Vocabulary): Set<ScopeField> {
  const fields = new Set<ScopeField>(["question_number"]);
  for (const entry of entries) if (entry.documents > 0) fields.add(entry.field);
  if (years !== null) fields.add("year");
  return fields;
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}
