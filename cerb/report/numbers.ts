/** Rounding happens here and nowhere else. */

export function fixed(value: number | null, digits = 4): string {
  return value === null ? "–" : value.toFixed(digits);
}

export function pValue(p: number): string {
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}

export function interval(low: number, high: number): string {
  return `[${low.toFixed(4)}, ${high.toFixed(4)}]`;
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
