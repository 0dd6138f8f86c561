/**
 * The blind judge (section 12 of the open CERB protocol): subject, level and paper of a query from
 * its words alone, by rules of its own. Level and paper by explicit mention; subject by mention, of
 * itself or of an exam that the corpus holds in one subject only, else by naive Bayes over the corpus.
 * It must not use the product's scope extraction or see a label. Pure.
 */
import { normalForm } from "#core/scope/curriculum-scope.ts";
import { NaiveBayes } from "./naive-bayes.ts";
import { SYNONYMS } from "./synonyms.ts";

export const JUDGED_FIELDS = ["subject", "level", "paper"] as const;
export type JudgedField = (typeof JUDGED_FIELDS)[number];

/** The best subject must be twice as likely as the second. */
const MARGIN_MIN = Math.log(2);

export interface JudgeDocument {
  readonly subject?: string | null;
  readonly level?: string | null;
  readonly paper?: string | null;
  readonly exam?: string | null;
  readonly text: string;
}

/** Per field the values that the judge gives; empty: unknown. */
export type Judgment = Readonly<Record<JudgedField, readonly string[]>>;

/** Words of a mention to the corpus values that it stands for. */
type Lexicon = Map<string, Set<string>>;

export class Judge {
  readonly #lexicons: Readonly<Record<JudgedField, Lexicon>>;
  readonly #bayes = new NaiveBayes();

  constructor(documents: readonly JudgeDocument[]) {
    const values = {
      subject: new Set<string>(),
      level: new Set<string>(),
      paper: new Set<string>(),
    };
    for (const document of documents) {
      for (const field of JUDGED_FIELDS) {
        const value = document[field];
        if (value !== undefined && value !== null) values[field].add(normalForm(value));
      }
      if (document.subject) this.#bayes.add(normalForm(document.subject), document.text);
    }
    const subject = lexiconOf(values.subject, SYNONYMS.subject);
    addExams(subject, documents);
    this.#lexicons = {
      subject,
      level: lexiconOf(values.level, SYNONYMS.level),
      paper: lexiconOf(values.paper, []),
    };
  }

  judge(query: string): Judgment {
    const mentioned = {
      subject: mentions(query, this.#lexicons.subject),
      level: mentions(query, this.#lexicons.level),
      paper: mentions(query, this.#lexicons.paper),
    };
    if (mentioned.subject.length > 0) return mentioned;
    const topical = this.#bayes.classify(query, MARGIN_MIN);
    return { ...mentioned, subject: topical === null ? [] : [topical] };
  }
}

function lexiconOf(
  values: ReadonlySet<string>,
  synonyms: readonly (readonly [string, readonly string[]])[],
): Lexicon {
  const lexicon = new Map<string, Set<string>>();
  const add = (name: string, value: string) => {
    const known = lexicon.get(name);
    if (known === undefined) lexicon.set(name, new Set([value]));
    else known.add(value);
  };
  for (const value of values) add(value, value);
  for (const [value, names] of synonyms) {
    if (values.has(value)) for (const name of names) add(normalForm(name), value);
  }
  return lexicon;
}

/** An exam in one subject names it: naive Bayes would follow the language of the query instead. */
function addExams(lexicon: Lexicon, documents: readonly JudgeDocument[]): void {
  const subjectsOf = new Map<string, Set<string>>();
  for (const { exam, subject } of documents) {
    if (exam === undefined || exam === null) continue;
    const subjects = subjectsOf.get(normalForm(exam)) ?? new Set();
    subjectsOf.set(normalForm(exam), subjects.add(normalForm(subject ?? "")));
  }
  for (const [exam, subjects] of subjectsOf) {
    const [only] = subjects;
    if (subjects.size !== 1 || !only) continue;
    const synonyms = SYNONYMS.exam.find(([value]) => value === exam)?.[1] ?? [];
    for (const name of [exam, ...synonyms]) lexicon.set(name, new Set([only]));
  }
}

const LETTER = /[\p{L}\p{N}]/u;
const LATIN = /^[\p{Script=Latin}\p{N}]/u;

/** Longest mentions first; what a longer one covers is not read again. Values ascending. */
function mentions(query: string, lexicon: Lexicon): string[] {
  let text = normalForm(query);
  const found = new Set<string>();
  const names = [...lexicon.keys()].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
  for (const name of names) {
    let at = text.indexOf(name);
    while (at >= 0) {
      const end = at + name.length;
      if (isWhole(text, at, end)) {
        for (const value of lexicon.get(name)!) found.add(value);
        text = text.slice(0, at) + "\u0000".repeat(name.length) + text.slice(end);
      }
      at = text.indexOf(name, end);
    }
  }
  return [...found].toSorted();
}

/** Latin words must stand alone; scripts without spaces cannot. */
function isWhole(text: string, from: number, to: number): boolean {
  if (!LATIN.test(text.slice(from))) return true;
  return !LETTER.test(text[from - 1] ?? " ") && !LETTER.test(text[to] ?? " ");
}
