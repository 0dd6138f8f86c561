/** What an embedding provider returned for passages, before any of it is attached to a text. */
import { hasDirection } from "#core/encoder/unit-vector.ts";
import { AppError } from "../errors.ts";

/** Throws unless there is one vector with a direction for each text, of the model's dimension. */
export function checkProvided(
  vectors: readonly (readonly number[])[],
  texts: number,
  model: string,
  dimension: number,
): void {
  if (vectors.length !== texts) {
    throw new AppError(
      "upstream_unavailable",
      `the embedding provider returned vectors for another number of texts ` +
        `(expected ${texts}, got ${vectors.length})`,
    );
  }
  const wrong = vectors.find((vector) => vector.length !== dimension);
  if (wrong !== undefined) {
    throw new AppError(
      "configuration",
      `model ${model} should give ${dimension} values, the provider returned ${wrong.length}`,
    );
  }
  if (vectors.some((vector) => !hasDirection(vector))) {
    throw new AppError(
      "upstream_unavailable",
      "the embedding provider returned a vector without a direction",
    );
  }
}
