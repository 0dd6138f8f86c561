/**
 * A product whose users come back: for each topic two passages that no text feature tells apart, one of
 * which was judged to answer three wordings of the topic's question. Only memory can learn which.
 */
import type { Judgment } from "#trainer/data/judgment.ts";
import {
  hashingEmbedder,
  type Product,
  type ProductOptions,
  startProduct,
} from "../../support/product.ts";
import { wordOf } from "../training-product.ts";

export const TOPICS = 60;
export const WORDINGS = ["quilt", "quilt with a pattern", "sewing a quilt"] as const;
export const SCOPE = { subject: ["Weaving"], level: ["Beginner"] };

/** Enough directions to tell sixty topics apart. */
export const DIMENSION = 48;

export const queryIdOf = (topic: number, wording: number): string => `query-${topic}-${wording}`;
export const queryTextOf = (topic: number, wording: number): string =>
  `${wordOf(topic)} ${WORDINGS[wording]}`;
/** One of the two, without any pattern in the id. */
export const answerOf = (topic: number): string =>
  `page-${topic}-${(topic * 7 + Math.floor(topic / 3)) % 2}`;

export const RETURNING: readonly Judgment[] = Array.from({ length: TOPICS }, (_, topic) =>
  WORDINGS.map(
    (_wording, at): Judgment => ({
      queryId: queryIdOf(topic, at),
      query: queryTextOf(topic, at),
      scope: SCOPE,
      documentId: answerOf(topic),
      grade: 1,
      origin: "teacher",
    }),
  ),
).flat();

export async function startReturningProduct(extra: ProductOptions["extra"] = {}): Promise<Product> {
  const embedder = hashingEmbedder(DIMENSION);
  const product = await startProduct({ dimension: DIMENSION, embedder, extra });
  const documents = Array.from({ length: TOPICS }, (_, topic) =>
    [0, 1].map((copy) => ({
      id: `page-${topic}-${copy}`,
      subject: "Weaving",
      level: "Beginner",
      language: "en",
      content_type: "lesson",
      title: `${wordOf(topic)} quilt`,
      text: `How a ${wordOf(topic)} quilt is made, edition ${copy === 0 ? "red" : "blue"}.`,
    })),
  ).flat();
  const { status, body } = await product.ingest(documents);
  if (status !== 200) throw new Error(`ingest answered ${status}: ${JSON.stringify(body)}`);
  return product;
}
