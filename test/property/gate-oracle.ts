/**
 * The brute-force answer of a search in memory: filter, exact cosine, exact BM25, reciprocal rank
 * fusion. It shares no code with the product but the published constants.
 */

export interface OracleDocument {
  readonly [field: string]: unknown;
  readonly id: string;
  readonly subject: string | null;
  readonly level: string | null;
  readonly year: number | null;
  readonly paper: string | null;
  readonly content_type: string | null;
  readonly text: string;
  readonly embedding: readonly number[];
}

export interface Corpus {
  readonly documents: readonly OracleDocument[];
}

type Scope = Readonly<Record<string, readonly (string | number)[]>>;

export interface RandomSearch {
  readonly scope: Scope;
  readonly words: readonly string[];
  readonly body: {
    readonly query: string;
    readonly scope: Scope;
    readonly vector: readonly number[];
    readonly k: number;
    readonly [option: string]: unknown;
  };
  /** The scope with one more constraint, or null where every field is constrained already. */
  readonly narrower: Scope | null;
}

type Random = () => number;

const VALUES = {
  subject: ["Alpha", "Beta", "Gamma"],
  level: ["Lower", "Upper"],
  year: [2018, 2019],
  paper: ["1", "2"],
  content_type: ["mcq", "mark_scheme"],
} as const;
const FIELDS = Object.keys(VALUES) as (keyof typeof VALUES)[];
/** Words that no analyzer stems or drops. */
const WORDS = ["zorb", "quam", "flix", "drov", "plak", "wemb", "snig", "trub"] as const;
const DIMENSION = 8;
const ABSENT_SHARE = 0.15;

const pick = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)]!;

export function randomCorpus(random: Random, number: number): Corpus {
  const count = 5 + Math.floor(random() * 60);
  const documents = Array.from({ length: count }, (_, index) => ({
    id: `c${number}-d${index}`,
    ...(Object.fromEntries(
      FIELDS.map((field) => [
        field,
        random() < ABSENT_SHARE ? null : pick<string | number>(random, VALUES[field]),
      ]),
    ) as Pick<OracleDocument, "subject" | "level" | "year" | "paper" | "content_type">),
    // A language without an analyzer of its own: words stand as they are, none is detected.
    language: "sq",
    text: Array.from({ length: 1 + Math.floor(random() * 12) }, () => pick(random, WORDS)).join(
      " ",
    ),
    embedding: randomVector(random),
  }));
  // The canary and the vocabulary need every subject at least once.
  return {
    documents: documents.map((document, index) =>
      index < VALUES.subject.length
        ? { ...document, subject: VALUES.subject[index]!, level: VALUES.level[index % 2]! }
        : document,
    ),
  };
}

/** Four entries of ±0.5: of unit length and exact in float32, so that ties are real ties. */
function randomVector(random: Random): number[] {
  const vector = Array.from({ length: DIMENSION }, () => 0);
  for (let set = 0; set < 4; ) {
    const index = Math.floor(random() * DIMENSION);
    if (vector[index] === 0) {
      vector[index] = random() < 0.5 ? -0.5 : 0.5;
      set += 1;
    }
  }
  return vector;
}

export function randomSearch(random: Random, corpus: Corpus): RandomSearch {
  const occurring = (field: keyof typeof VALUES) =>
    VALUES[field].filter((value) => corpus.documents.some((one) => one[field] === value));
  const constrained = FIELDS.filter((field) => random() < 0.4 && occurring(field).length > 0);
  const valuesOf = (field: keyof typeof VALUES) => {
    const chosen = occurring(field).filter(() => random() < 0.5);
    return chosen.length > 0 ? chosen : [pick<string | number>(random, occurring(field))];
  };
  const scope: Scope = Object.fromEntries(constrained.map((field) => [field, valuesOf(field)]));
  const words = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(random, WORDS));
  const open = FIELDS.find((field) => !constrained.includes(field) && occurring(field).length > 0);
  return {
    scope,
    words,
    narrower: open === undefined ? null : { ...scope, [open]: valuesOf(open) },
    body: {
      query: words.join(" "),
      scope,
      vector: randomVector(random),
      k: 1 + Math.floor(random() * 20),
      rerank: false,
      expand: false,
      highlight: false,
      relax: "none",
    },
  };
}

export function insideScope(document: OracleDocument, scope: Scope): boolean {
  return Object.entries(scope).every(([field, values]) =>
    values.includes(document[field] as string | number),
  );
}

export function expectedAnswer(
  { documents }: Corpus,
  { scope, words, body }: RandomSearch,
  impactLengths: ReadonlyMap<string, number>,
): { poolSize: number; ids: string[]; hits: [string, number | null, number | null][] } {
  const pool = documents.filter((document) => insideScope(document, scope));
  const dense = ranking(pool, (document) => cosine(document.embedding, body.vector));
  const score = bm25(documents, scope, words, impactLengths);
  const lexical = ranking(
    pool.filter((document) => score(document) > 0),
    score,
  );
  const fused = new Map<string, number>();
  for (const list of [lexical, dense]) {
    for (const [index, id] of list.entries()) {
      fused.set(id, (fused.get(id) ?? 0) + 1 / (60 + index + 1));
    }
  }
  const ids = [...fused.keys()].toSorted((a, b) => {
    const difference = fused.get(b)! - fused.get(a)!;
    return Math.abs(difference) > 1e-12 ? difference : a < b ? -1 : 1;
  });
  const rankIn = (list: readonly string[], id: string) =>
    list.includes(id) ? list.indexOf(id) + 1 : null;
  return {
    poolSize: pool.length,
    ids: ids.slice(0, body.k),
    hits: ids.slice(0, body.k).map((id) => [id, rankIn(lexical, id), rankIn(dense, id)]),
  };
}

/** Values that agree to float32 are ties: the store ranks in single precision. */
function ranking(
  documents: readonly OracleDocument[],
  value: (document: OracleDocument) => number,
): string[] {
  const rounded = (document: OracleDocument) => Math.round(value(document) * 1e5) / 1e5;
  return documents
    .map((document) => ({ id: document.id, value: rounded(document) }))
    .toSorted((a, b) => b.value - a.value || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, index) => sum + value * y[index]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

/** Document frequencies inside subject and level of the scope; lengths as stored per partition. */
function bm25(
  documents: readonly OracleDocument[],
  scope: Scope,
  words: readonly string[],
  impactLengths: ReadonlyMap<string, number>,
): (document: OracleDocument) => number {
  const partitionScope = Object.fromEntries(
    Object.entries(scope).filter(([field]) => field === "subject" || field === "level"),
  );
  const counted = documents.filter((document) => insideScope(document, partitionScope));
  const tokens = new Map(documents.map(({ id, text }) => [id, text.split(" ")]));
  const idf = (word: string) => {
    const df = counted.filter(({ id }) => tokens.get(id)!.includes(word)).length;
    return df === 0 ? 0 : Math.log(1 + (counted.length - df + 0.5) / (df + 0.5));
  };
  return (document) => {
    const own = tokens.get(document.id)!;
    const key = `${document.subject?.toLowerCase() ?? null}|${document.level?.toLowerCase() ?? null}`;
    const average = impactLengths.get(key)!;
    let score = 0;
    for (const word of new Set(words)) {
      const tf = own.filter((token) => token === word).length;
      score += (idf(word) * tf * 2.5) / (tf + 1.5 * (0.25 + (0.75 * own.length) / average));
    }
    return score;
  };
}
