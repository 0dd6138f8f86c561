/**
 * Texts as rows of token counts, scaled by length^(−p), in compressed rows: X of the distillation.
 * Numbers are float32; tokens are ids of the model's own vocabulary.
 */

export interface TokenMatrix {
  readonly rows: number;
  readonly tokens: number;
  readonly rowStart: Int32Array;
  readonly token: Int32Array;
  /** count / length^p. */
  readonly value: Float32Array;
}

export function tokenMatrix(
  texts: readonly (readonly number[])[],
  tokens: number,
  lengthPower: number,
): TokenMatrix {
  const rowStart = new Int32Array(texts.length + 1);
  const token: number[] = [];
  const value: number[] = [];
  for (const [row, ids] of texts.entries()) {
    const counts = new Map<number, number>();
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    const share = ids.length ** -lengthPower;
    for (const [id, count] of counts) {
      token.push(id);
      value.push(count * share);
    }
    rowStart[row + 1] = token.length;
  }
  return {
    rows: texts.length,
    tokens,
    rowStart,
    token: Int32Array.from(token),
    value: Float32Array.from(value),
  };
}

/** out = row of X · T, T with `dimension` numbers a token. */
export function rowTimesTable(
  { rowStart, token, value }: TokenMatrix,
  row: number,
  table: Float32Array,
  out: Float32Array | Float64Array,
): void {
  const dimension = out.length;
  out.fill(0);
  for (let at = rowStart[row]!; at < rowStart[row + 1]!; at += 1) {
    const share = value[at]!;
    const start = token[at]! * dimension;
    for (let j = 0; j < dimension; j += 1) out[j]! += share * table[start + j]!;
  }
}

/** T += scale · (row of X)ᵀ · y. */
export function addToTable(
  { rowStart, token, value }: TokenMatrix,
  row: number,
  y: Float32Array | Float64Array,
  table: Float32Array,
): void {
  const dimension = y.length;
  for (let at = rowStart[row]!; at < rowStart[row + 1]!; at += 1) {
    const share = value[at]!;
    const start = token[at]! * dimension;
    for (let j = 0; j < dimension; j += 1) table[start + j]! += share * y[j]!;
  }
}
