/**
 * mulberry32 (Tommy Ettinger's generator in 32 bits): small, fast, the same in every language. It
 * gives resamples that anyone can reproduce; it is not for secrets.
 */

/** Numbers in [0, 1), in steps of 2^-32. */
export function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
