/**
 * Makes a string storable: what PostgreSQL refuses or replaces in silence (NUL, lone surrogates) is
 * taken out and counted, so that ingest can name the field and the repair.
 * It must not change or guess any other character: the display text stays as it was sent.
 */

export interface TextRepairs {
  readonly nulCount: number;
  readonly loneSurrogateCount: number;
}

export interface CleanText {
  readonly text: string;
  /** Null when nothing had to be repaired. */
  readonly repairs: TextRepairs | null;
}

const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Removes NUL and lone surrogates; every other character is kept. */
export function cleanText(text: string): CleanText {
  if (!text.includes("\u0000") && text.isWellFormed()) return { text, repairs: null };
  const withoutNul = text.replaceAll("\u0000", "");
  // Taking a NUL from between two halves can form a pair, so surrogates are judged afterwards.
  const clean = withoutNul.replace(LONE_SURROGATE, "");
  return {
    text: clean,
    repairs: {
      nulCount: text.length - withoutNul.length,
      loneSurrogateCount: withoutNul.length - clean.length,
    },
  };
}
