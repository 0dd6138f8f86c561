/**
 * The shape of the generated corpus: subjects with the proportions and the embedding coverage that
 * the CHSR-RRF paper (arXiv:2609.02913) publishes for its 74,018 chunks, and which shipped passages
 * each subject's text is made of. The paper names two shares; the other nine are equal here.
 */

export const CHUNKS_DEFAULT = 74_018;
export const CHUNKS_MAX = 1_000_000;
export const LEVELS = ["O-Level", "A-Level"] as const;
export type Level = (typeof LEVELS)[number];

export interface SubjectShape {
  readonly subject: string;
  /** In ids. */
  readonly code: string;
  /** Of all chunks; null: an equal part of what is left. */
  readonly share: number | null;
  /** Of the subject's chunks that have an embedding. */
  readonly embedded: number;
  /** Subjects (normal form) of the shipped rows that its text comes from. */
  readonly sources: readonly string[];
}

export const SUBJECTS: readonly SubjectShape[] = [
  {
    subject: "Physics",
    code: "phy",
    share: 0.359,
    embedded: 0.8322,
    sources: ["physics", "conceptual physics"],
  },
  {
    subject: "Chemistry",
    code: "che",
    share: 0.268,
    embedded: 0.8323,
    sources: ["chemistry", "nutrition", "medical genetics", "physics"],
  },
  {
    subject: "Biology",
    code: "bio",
    share: null,
    embedded: 1,
    sources: ["biology", "anatomy", "virology"],
  },
  {
    subject: "Mathematics",
    code: "mat",
    share: null,
    embedded: 1,
    sources: ["mathematics", "statistics"],
  },
  {
    subject: "Further Mathematics",
    code: "fma",
    share: null,
    embedded: 1,
    sources: ["abstract algebra", "formal logic", "mathematics"],
  },
  {
    subject: "Economics",
    code: "eco",
    share: null,
    embedded: 1,
    sources: ["microeconomics", "macroeconomics", "econometrics"],
  },
  {
    subject: "Geography",
    code: "geo",
    share: null,
    embedded: 1,
    sources: ["geography", "global facts", "prehistory"],
  },
  {
    subject: "History",
    code: "his",
    share: null,
    embedded: 1,
    sources: ["world history", "european history", "us history"],
  },
  {
    subject: "Computer Science",
    code: "csc",
    share: null,
    embedded: 1,
    sources: ["computer science", "computer security", "machine learning"],
  },
  {
    subject: "Philosophy",
    code: "phi",
    share: null,
    embedded: 1,
    sources: ["philosophy", "logical fallacies", "moral disputes"],
  },
  {
    subject: "Accounting",
    code: "acc",
    share: null,
    embedded: 1,
    sources: ["accounting", "marketing", "management"],
  },
];

export interface SubjectPlan extends SubjectShape {
  readonly chunks: Readonly<Record<Level, number>>;
  readonly embeddedChunks: number;
}

/** Exact numbers that add up to `total`; half of each subject at each level. */
export function planSubjects(total: number): SubjectPlan[] {
  const open = SUBJECTS.filter(({ share }) => share === null).length;
  const fixed = SUBJECTS.map(({ share }) => (share === null ? 0 : Math.round(share * total)));
  let left = total - fixed.reduce((sum, count) => sum + count, 0);
  let openLeft = open;
  return SUBJECTS.map((shape, index) => {
    let count = fixed[index]!;
    if (shape.share === null) {
      count = Math.round(left / openLeft);
      left -= count;
      openLeft -= 1;
    }
    const ordinary = Math.floor(count / 2);
    return {
      ...shape,
      chunks: { "O-Level": ordinary, "A-Level": count - ordinary },
      embeddedChunks: Math.round(shape.embedded * count),
    };
  });
}
