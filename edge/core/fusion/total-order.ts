/**
 * The one order of everything that is ranked: score descending, then id ascending by UTF-8 bytes.
 * It is total and does not depend on the order of the input, so two runs never differ by a tie.
 * Sums of the same parts can differ in their last bits: scores closer than SCORE_TIE_MAX are equal.
 */

/** Fused scores that differ at all differ by more than 1e-7 in practice (golden fusion cases). */
export const SCORE_TIE_MAX = 1e-12;

const SURROGATE_FIRST = 0xd800;
const SURROGATE_LAST = 0xdfff;
/** Lifts every surrogate above U+FFFF, where UTF-8 puts the character that it is half of. */
const SURROGATE_LIFT = 0x2800;

function byteOrderOf(codeUnit: number): number {
  const isSurrogate = codeUnit >= SURROGATE_FIRST && codeUnit <= SURROGATE_LAST;
  return isSurrogate ? codeUnit + SURROGATE_LIFT : codeUnit;
}

/**
 * Negative when `a` comes before `b`, 0 only when they are the same string. The order of UTF-8
 * bytes is the order of code points, so it is found without encoding.
 */
export function compareIds(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return byteOrderOf(left) - byteOrderOf(right);
  }
  return a.length - b.length;
}

export interface Scored {
  readonly id: string;
  readonly score: number;
}

/**
 * A new array in the total order. Scores that form a chain with gaps below SCORE_TIE_MAX are one
 * tie. Throws on a score that is not finite: an order with NaN in it would be no order.
 */
export function inTotalOrder<T extends Scored>(scored: readonly T[]): T[] {
  for (const { id, score } of scored) {
    if (!Number.isFinite(score)) throw new RangeError(`the score of ${id} is ${score}`);
  }
  const sorted = scored.toSorted((a, b) => b.score - a.score);
  const ordered: T[] = [];
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1;
    while (end < sorted.length && sorted[end - 1]!.score - sorted[end]!.score < SCORE_TIE_MAX) {
      end += 1;
    }
    const tie = sorted.slice(start, end);
    if (tie.length > 1) tie.sort((a, b) => compareIds(a.id, b.id));
    ordered.push(...tie);
    start = end;
  }
  return ordered;
}
