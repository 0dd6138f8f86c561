/**
 * A product with a corpus on which fusion can be beaten: for each topic one document names it in
 * the title and three repeat its words in the body. BM25 likes the repeaters, the judgments the
 * title.
 */
import type { Judgment } from "#trainer/data/judgment.ts";
import { type Product, startProduct } from "../support/product.ts";

export const TOPICS = 50;

const SYLLABLES = ["ba", "du", "fo", "gi", "ka", "lo", "mi", "nu", "pe", "ra"];

/** A made-up word that no stemmer touches: "bafox". */
export const wordOf = (topic: number): string =>
  `${SYLLABLES[topic % 10]}${SYLLABLES[Math.floor(topic / 10) % 10]}x`;

export const queryOf = (topic: number): string => `${wordOf(topic)} quilt`;

export const SCOPE = { subject: ["Weaving"], level: ["Beginner"] };

function documents(): Record<string, unknown>[] {
  const common = { subject: "Weaving", level: "Beginner", language: "en", content_type: "lesson" };
  const withTopic = (topic: number) => ({ ...common, topic: [wordOf(topic)] });
  return Array.from({ length: TOPICS }, (_, topic) => topic).flatMap((topic) => [
    {
      ...withTopic(topic),
      id: `answer-${topic}`,
      title: `${wordOf(topic)} quilt`,
      text: "How it is made and what it is for, with two drawings and a list of the tools.",
    },
    ...[1, 2, 3].map((copy) => ({
      ...withTopic(topic),
      id: `repeater-${topic}-${copy}`,
      title: `Notes ${copy}`,
      text: `${`${wordOf(topic)} quilt `.repeat(2 + copy)} in passing, number ${copy}.`,
    })),
  ]);
}

export const judgmentOf = (topic: number, changes: Partial<Judgment> = {}): Judgment => ({
  queryId: `query-${topic}`,
  query: queryOf(topic),
  scope: SCOPE,
  documentId: `answer-${topic}`,
  grade: 1,
  origin: "teacher",
  ...changes,
});

export const JUDGMENTS: readonly Judgment[] = Array.from({ length: TOPICS }, (_, topic) =>
  judgmentOf(topic),
);

/** As lines of a judgment file. */
export const judgmentLines = (judgments: readonly Judgment[]): string =>
  judgments
    .map(({ queryId, documentId, ...rest }) =>
      JSON.stringify({ query_id: queryId, document_id: documentId, ...rest }),
    )
    .join("\n");

export async function startTrainingProduct(): Promise<Product> {
  const product = await startProduct();
  const { status, body } = await product.ingest(documents());
  if (status !== 200) throw new Error(`ingest answered ${status}: ${JSON.stringify(body)}`);
  return product;
}
