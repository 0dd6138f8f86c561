/** Two rankings of one question beside each other: what moved, what only one of them has. Pure. */
import type { Hit } from "../client/create-client.ts";

export type Change =
  | { readonly kind: "same" }
  /** Places up in the other ranking's favour: 2 is two places nearer to the top than there. */
  | { readonly kind: "moved"; readonly up: number }
  | { readonly kind: "alone" };

export interface Comparison {
  /** Hits that both have. */
  readonly shared: number;
  /** Of these, at the same rank. */
  readonly unmoved: number;
  /** One for each hit of the first and of the second ranking, in their order. */
  readonly first: readonly Change[];
  readonly second: readonly Change[];
}

type Ranked = Pick<Hit, "id" | "rank">;

export function compareRankings(first: readonly Ranked[], second: readonly Ranked[]): Comparison {
  const firstChanges = changesAgainst(first, second);
  return {
    shared: firstChanges.filter(({ kind }) => kind !== "alone").length,
    unmoved: firstChanges.filter(({ kind }) => kind === "same").length,
    first: firstChanges,
    second: changesAgainst(second, first),
  };
}

function changesAgainst(hits: readonly Ranked[], others: readonly Ranked[]): Change[] {
  const ranks = new Map(others.map(({ id, rank }) => [id, rank]));
  return hits.map(({ id, rank }) => {
    const there = ranks.get(id);
    if (there === undefined) {
      return { kind: "alone" };
    }
    return there === rank ? { kind: "same" } : { kind: "moved", up: there - rank };
  });
}
