/** Seeded choices; every consumer draws from one generator in a fixed order. */
import { mulberry32 } from "#significance/mulberry32.ts";

export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = mulberry32(seed);
  }

  /** In [0, 1). */
  unit(): number {
    return this.#next();
  }

  /** Integer from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.#next() * (high - low + 1));
  }

  chance(share: number): boolean {
    return this.#next() < share;
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.#next() * items.length)]!;
  }
}
