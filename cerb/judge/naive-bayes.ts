/**
 * Multinomial naive Bayes with a uniform prior and add-one smoothing over lower-case words of three
 * letters and more: log P(c | words) = Σ log((n(w, c) + 1) / (n(c) + V)) over words that some class
 * knows. (McCallum and Nigam, 1998.) Ties fall to the smaller class by code units. Pure.
 */

export class NaiveBayes {
  readonly #classes = new Map<string, { total: number; counts: Map<string, number> }>();
  readonly #words = new Set<string>();

  add(label: string, text: string): void {
    let known = this.#classes.get(label);
    if (known === undefined) {
      known = { total: 0, counts: new Map() };
      this.#classes.set(label, known);
    }
    for (const word of wordsOf(text)) {
      known.counts.set(word, (known.counts.get(word) ?? 0) + 1);
      known.total += 1;
      this.#words.add(word);
    }
  }

  /** The best class; null when no word is known or the best two differ by less than `marginMin`. */
  classify(text: string, marginMin: number): string | null {
    const words = wordsOf(text).filter((word) => this.#words.has(word));
    if (words.length === 0) return null;
    const scores = [...this.#classes]
      .map(([label, { total, counts }]) => {
        let score = 0;
        for (const word of words) {
          score += Math.log(((counts.get(word) ?? 0) + 1) / (total + this.#words.size));
        }
        return { label, score };
      })
      .toSorted((a, b) => b.score - a.score || (a.label < b.label ? -1 : 1));
    const [best, second] = scores;
    if (best === undefined) return null;
    return second !== undefined && best.score - second.score < marginMin ? null : best.label;
  }
}

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
}
