/**
 * Compiles a vocabulary for matching: a trie over the folded tokens of every name, an index of
 * corpus values by normal form, paper numbers, and an index for misspelt names. Done once per
 * vocabulary version and kept; extraction then costs one walk per query token.
 */
import { normalForm, type ScopeField } from "../curriculum-scope.ts";
import { getOrAdd } from "./get-or-add.ts";
import { addName, isReadable, lookalikeTrie, namesOf, type TrieNode } from "./name-trie.ts";
import { paperNumber } from "./paper-number.ts";
import { foldedKey } from "../query-tokens.ts";
import { buildTypoIndex, type TypoIndex } from "./typo-index.ts";
import type { Vocabulary, VocabularyEntry } from "./vocabulary.ts";

export interface CompiledVocabulary {
  readonly vocabulary: Vocabulary;
  readonly trie: TrieNode;
  /** Phrases in which a name means something else. */
  readonly lookalikes: TrieNode;
  /** Entries of a field by the normal form of their value. */
  readonly entries: ReadonlyMap<ScopeField, ReadonlyMap<string, VocabularyEntry>>;
  /** Entries of a field by the folded tokens of any of their names. */
  readonly named: ReadonlyMap<ScopeField, ReadonlyMap<string, readonly VocabularyEntry[]>>;
  /** Corpus values that an entry stands for: its own value and covered ones, where they occur. */
  readonly occurring: ReadonlyMap<VocabularyEntry, readonly string[]>;
  /** The same values by their folded tokens, as a query types them; the first one wins. */
  readonly spellings: ReadonlyMap<VocabularyEntry, ReadonlyMap<string, string>>;
  /** Entries that cover a value, by field and normal form of the covered value. */
  readonly covering: ReadonlyMap<ScopeField, ReadonlyMap<string, readonly VocabularyEntry[]>>;
  /** Paper values of the corpus by paper number ("2" → "2", "P2", "Paper II"). */
  readonly papers: ReadonlyMap<string, readonly string[]>;
  /** Fields that at least one document carries: only these can gate by what a query says. */
  readonly fieldsInCorpus: ReadonlySet<ScopeField>;
  readonly typos: TypoIndex;
}

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
    for (const name of namesOf(entry, namesGained.get(entry) ?? [])) {
      const { tokens, kind } = name;
      const key = tokens.map((token) => token.folded).join(" ");
      const list = getOrAdd(
        getOrAdd(named, entry.field, () => new Map()),
        key,
        () => [],
      );
      if (!list.includes(entry)) list.push(entry);
      if (isReadable(entry, name, key) && !namesExam(entry, key, exams))
        addName(trie, entry, kind, tokens);
    }
  }
  const occurring = occurringValues(vocabulary, entries);
  return {
    vocabulary,
    trie,
    lookalikes: lookalikeTrie(vocabulary.entries),
    entries,
    named,
    occurring,
    spellings: spellingsOf(occurring),
    covering: coveringEntries(vocabulary),
    papers: paperNumbers(vocabulary),
    fieldsInCorpus: fieldsInCorpus(vocabulary),
    typos: buildTypoIndex(vocabulary.entries, trie),
  };
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

function examNames({ entries }: Vocabulary): string[] {
  const exams = entries.filter(({ field }) => field === "exam");
  return exams.flatMap((entry) =>
    namesOf(entry, []).map(({ tokens }) => `${tokens.map(({ folded }) => folded).join(" ")} `),
  );
}

/** "gaokao paper 1", "高考甲卷": read as an exam and a paper, lest the paper's name hide the exam's. */
const namesExam = ({ field }: VocabularyEntry, key: string, exams: readonly string[]): boolean =>
  field === "paper" && exams.some((exam) => key.startsWith(exam));

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

function spellingsOf(
  occurring: ReadonlyMap<VocabularyEntry, readonly string[]>,
): Map<VocabularyEntry, Map<string, string>> {
  return new Map(
    [...occurring].map(([entry, values]) => [
      entry,
      new Map(values.toReversed().map((value) => [foldedKey(value), value])),
    ]),
  );
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
