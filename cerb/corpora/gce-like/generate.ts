/**
 * Generated chunks in the order of their sources: past papers with mark schemes, textbooks, mock
 * papers, syllabuses, for every subject and level. Pure and seeded: the same seed gives the same
 * corpus. It is for scale; nothing in it is a real examination paper.
 */
import { withOcrNoise } from "./ocr-noise.ts";
import type { Passage } from "./passages.ts";
import { LEVELS, type Level, type SubjectPlan } from "./plan.ts";
import { assembledQuestion, withOtherNumbers } from "./question-text.ts";
import { Random } from "./random.ts";

export interface GeneratedRow {
  readonly id: string;
  readonly board: string;
  readonly exam: string;
  readonly level: string | null;
  readonly subject: string;
  readonly year: number | null;
  readonly session: string | null;
  readonly paper: string | null;
  readonly question_number: string | null;
  readonly content_type: string;
  readonly language: "en";
  readonly title: string | null;
  readonly text: string;
  readonly options: Readonly<Record<string, string>> | null;
  readonly related: readonly string[] | null;
  readonly source: string;
}

export interface GeneratedChunk {
  readonly row: GeneratedRow;
  /** Null where the corpus lacks an embedding. */
  readonly vector: Float32Array | null;
  /** Id of the chunk that it nearly repeats; its own where it repeats none. */
  readonly origin: string;
}

const FIRST_YEAR = 1995;
const LAST_YEAR = 2023;
const SESSIONS = ["June", "November"] as const;
const PAPERS = ["1", "2", "3"] as const;
/** Shares that make the corpus as untidy as real ones. */
const OCR_SHARE = 0.12;
const REPEAT_SHARE = 0.06;
const NO_LEVEL_SHARE = 0.02;
const NO_YEAR_SHARE = 0.03;
const NO_SCHEME_SHARE = 0.2;
/** Earlier questions of a subject that may come again. */
const REMEMBERED_MAX = 400;

interface Question {
  readonly id: string;
  readonly text: string;
  readonly options: GeneratedRow["options"];
  readonly vector: Float32Array;
  readonly origin: string;
}

interface Source {
  readonly kind: "paper" | "scheme" | "textbook" | "mock" | "syllabus";
  readonly name: string;
  readonly year: number | null;
  readonly session: string | null;
  readonly paper: string | null;
}

export function* generateChunks(
  plans: readonly SubjectPlan[],
  passages: ReadonlyMap<string, readonly Passage[]>,
  seed: number,
): Generator<GeneratedChunk> {
  const random = new Random(seed);
  for (const plan of plans) {
    const pool = plan.sources.flatMap((subject) => passages.get(subject) ?? []);
    if (pool.length === 0) throw new RangeError(`no passage for ${plan.subject}`);
    const total = LEVELS.reduce((sum, level) => sum + plan.chunks[level], 0);
    const coverage = { left: plan.embeddedChunks, chunks: total };
    for (const level of LEVELS) {
      const subject = new SubjectGenerator(plan, level, pool, random);
      let left = plan.chunks[level];
      while (left > 0) {
        for (const chunk of subject.nextSource().slice(0, left)) {
          left -= 1;
          yield covered(chunk, coverage, random);
        }
      }
    }
  }
}

/** Exactly the planned number of chunks keeps its vector (selection sampling, Knuth's S). */
function covered(
  chunk: GeneratedChunk,
  coverage: { left: number; chunks: number },
  random: Random,
): GeneratedChunk {
  const isKept = random.unit() * coverage.chunks < coverage.left;
  coverage.chunks -= 1;
  if (isKept) coverage.left -= 1;
  return isKept ? chunk : { ...chunk, vector: null };
}

class SubjectGenerator {
  readonly #plan: SubjectPlan;
  readonly #level: Level;
  readonly #pool: readonly Passage[];
  readonly #random: Random;
  readonly #asked: Question[] = [];
  #sources = 0;
  #papers = 0;
  #lastPaper: { source: Source; questions: Question[] } | null = null;

  constructor(plan: SubjectPlan, level: Level, pool: readonly Passage[], random: Random) {
    this.#plan = plan;
    this.#level = level;
    this.#pool = pool;
    this.#random = random;
  }

  /** The chunks of one more source document. */
  nextSource(): GeneratedChunk[] {
    this.#sources += 1;
    if (this.#lastPaper !== null) {
      const { source, questions } = this.#lastPaper;
      this.#lastPaper = null;
      if (!this.#random.chance(NO_SCHEME_SHARE)) return this.#scheme(source, questions);
    }
    if (this.#sources % 12 === 0) return this.#sections("syllabus", 12);
    if (this.#sources % 5 === 0) return this.#sections("textbook", this.#random.between(24, 48));
    return this.#paper(this.#sources % 7 === 0 ? "mock" : "paper");
  }

  #paper(kind: "paper" | "mock"): GeneratedChunk[] {
    const at = this.#papers;
    this.#papers += 1;
    const years = LAST_YEAR - FIRST_YEAR + 1;
    const paper = PAPERS[at % PAPERS.length]!;
    const session = SESSIONS[Math.floor(at / PAPERS.length) % SESSIONS.length]!;
    const year = LAST_YEAR - (Math.floor(at / (PAPERS.length * SESSIONS.length)) % years);
    const edition = Math.floor(at / (PAPERS.length * SESSIONS.length * years));
    const base = `${this.#code()}-${year}-${session.toLowerCase()}-p${paper}`;
    const name = `${kind === "mock" ? "mock-" : ""}${base}${edition === 0 ? "" : `-v${edition + 1}`}`;
    const source = { kind, name, year, session, paper };
    const count = paper === "1" ? this.#random.between(30, 50) : this.#random.between(8, 24);
    const questions = Array.from({ length: count }, (_, index) =>
      this.#question(source, index + 1),
    );
    if (kind === "paper") this.#lastPaper = { source, questions };
    return questions.map((question, index) =>
      this.#chunk(source, question, {
        question_number: String(index + 1),
        content_type: paper === "1" ? "mcq" : "structured_question",
        related: null,
        title: null,
      }),
    );
  }

  #scheme(paper: Source, questions: readonly Question[]): GeneratedChunk[] {
    const source = { ...paper, kind: "scheme" as const, name: `${paper.name}-ms` };
    return questions.map((question, index) => {
      const marks = this.#random.between(1, 6);
      const text = `${index + 1}. ${question.text.split("(a)")[0]!.trim()} (${marks} marks) Accept any correct wording.`;
      const answer = { ...question, id: `${question.id}-ms`, text, options: null };
      return this.#chunk(
        source,
        { ...answer, origin: `${question.origin}-ms` },
        {
          question_number: String(index + 1),
          content_type: "mark_scheme",
          related: [question.id],
          title: null,
        },
      );
    });
  }

  #sections(kind: "textbook" | "syllabus", count: number): GeneratedChunk[] {
    const name = `${kind}-${this.#code()}-${this.#sources}`;
    const source = { kind, name, year: null, session: null, paper: null };
    return Array.from({ length: count }, (_, index) => {
      const passage = this.#random.pick(this.#pool);
      const id = `${name}-${index + 1}`;
      const text = passage.sentences.join(" ");
      const section = { id, text, options: null, vector: passage.vector, origin: id };
      return this.#chunk(source, section, {
        question_number: null,
        content_type: kind === "textbook" ? "textbook_section" : "syllabus",
        related: null,
        title: passage.title,
      });
    });
  }

  #question(source: Source, number: number): Question {
    const id = `${source.name}-q${number}`;
    const random = this.#random;
    const before =
      this.#asked.length > 0 && random.chance(REPEAT_SHARE) ? random.pick(this.#asked) : null;
    const question =
      before === null
        ? { id, origin: id, ...assembledQuestion(this.#pool, source.paper === "1", random) }
        : { ...before, id, text: withOtherNumbers(before.text, random) };
    if (this.#asked.length < REMEMBERED_MAX) this.#asked.push(question);
    else this.#asked[random.between(0, REMEMBERED_MAX - 1)] = question;
    return question;
  }

  #chunk(
    { name, year, session, paper }: Source,
    { id, text, options, vector, origin }: Question,
    part: Pick<GeneratedRow, "question_number" | "content_type" | "related" | "title">,
  ): GeneratedChunk {
    const random = this.#random;
    const isScanned = random.chance(OCR_SHARE);
    return {
      row: {
        id,
        board: "GCE Board",
        exam: "GCE",
        level: random.chance(NO_LEVEL_SHARE) ? null : this.#level,
        subject: this.#plan.subject,
        year: random.chance(NO_YEAR_SHARE) ? null : year,
        session,
        paper,
        language: "en",
        text: isScanned ? withOcrNoise(text, random) : text,
        options,
        source: name,
        ...part,
      },
      vector,
      origin,
    };
  }

  #code(): string {
    return `${this.#plan.code}-${this.#level === "O-Level" ? "o" : "a"}`;
  }
}
