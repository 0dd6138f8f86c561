/** What counts as a hit about the query: half of its weight in words, or a cosine that says so. */
import { describe, expect, test } from "vitest";
import type { Candidate, QueryStatistics, QueryTerm } from "#core/features/candidate.ts";
import { onTopicCandidates } from "#core/relaxation/on-topic.ts";
import { positionsOf, topicPositions } from "#core/relaxation/topic-positions.ts";
import { normalizeSearchText } from "#core/text/normalize.ts";

const CHUNKS = 100;
const NO_LIMITS = {
  cosineMin: null,
  expansionShare: 0,
  expandedPositions: new Set<number>(),
  topicPositions: null,
};

/** Statistics of one English scope; each word with the number of chunks that hold it. */
function statistics(words: Readonly<Record<string, number>>, language = "en"): QueryStatistics {
  const stems = Object.entries(words).map(
    ([lexeme, documentFrequency], index): QueryTerm => ({
      lexeme,
      language,
      documentFrequency,
      collectionFrequency: documentFrequency,
      titleDocumentFrequency: 0,
      positions: [index + 1],
    }),
  );
  const scope = { language, chunks: CHUNKS, stemLength: 1, titleLength: 1, exactLength: 1 };
  return { stems, exact: [], scopes: [scope] };
}

function candidate(id: string, terms: readonly number[], cosine: number | null = null): Candidate {
  return {
    id,
    language: "en",
    lexicalRank: null,
    denseRank: null,
    expansionRank: null,
    cosine,
    stems: terms.map((term) => ({ term, positions: [1] })),
    exact: [],
    stemLength: 10,
    titleLength: 0,
    exactLength: 10,
    titlePositionLast: 0,
    lncNorm: 1,
  };
}

function isOnTopic(
  words: Readonly<Record<string, number>>,
  terms: readonly number[],
  cosine: number | null = null,
  cosineMin: number | null = null,
): boolean {
  const found = onTopicCandidates(statistics(words), [candidate("a", terms, cosine)], {
    ...NO_LIMITS,
    cosineMin,
  });
  return found.length === 1;
}

describe("words", () => {
  test("a hit with all words, or with half of their weight, is on topic", () => {
    expect(isOnTopic({ refraction: 5, glass: 5 }, [0, 1])).toBe(true);
    expect(isOnTopic({ refraction: 5, glass: 5 }, [0])).toBe(true);
  });

  test("a common word alone is not the topic, a rare one alone is", () => {
    expect(isOnTopic({ question: 90, refraction: 2 }, [0])).toBe(false);
    expect(isOnTopic({ question: 90, refraction: 2 }, [1])).toBe(true);
  });

  test("a word that the scope does not know neither decides nor vanishes", () => {
    expect(isOnTopic({ photosynthesis: 3, zyxomorph: 0 }, [0])).toBe(true);
    expect(isOnTopic({ location: 20, echo: 0, bats: 0 }, [0])).toBe(false);
  });

  test("where the scope knows no word of the query, no hit is on topic", () => {
    expect(isOnTopic({ echo: 0, bats: 0 }, [])).toBe(false);
  });

  test("a query without any word after analysis speaks against no hit", () => {
    expect(isOnTopic({}, [])).toBe(true);
  });

  test("words of another language's analyzer do not count", () => {
    const french = statistics({ lumiere: 5 }, "fr");
    expect(onTopicCandidates(french, [candidate("a", [])], NO_LIMITS)).toHaveLength(1);
  });
});

describe("words that named the scope", () => {
  const found = (terms: readonly number[], topic: ReadonlySet<number>) =>
    onTopicCandidates(statistics({ physics: 0, paper: 40, lens: 4 }), [candidate("a", terms)], {
      ...NO_LIMITS,
      topicPositions: topic,
    }).length === 1;

  test("neither count for a hit nor against it", () => {
    expect(found([2], new Set([3]))).toBe(true);
    expect(found([1], new Set([3]))).toBe(false);
  });

  test("leave a query without a topic, which speaks against no hit", () => {
    expect(found([], new Set())).toBe(true);
  });

  test("are told apart by their place in the query", () => {
    const places = (query: string, topic: string) => [
      ...topicPositions(normalizeSearchText(query), topic),
    ];
    expect(places("O-Level physics P1 lens", "lens")).toEqual([6]);
    expect(places("light and more light, physics", "light and more light")).toEqual([1, 2, 3, 4]);
    expect(places("physics of H₂O", "H₂O")).toEqual([3]);
    expect(places("O-Level Physics", "")).toEqual([]);
    expect(places("lens", "prism")).toEqual([]);
    expect(places("opportunity cost definition", "opportunity cost definition")).toEqual([1, 2]);
    expect(places("expliquer la diffraction", "expliquer la diffraction")).toEqual([2, 3]);
    expect(places("definition", "definition")).toEqual([1]);
    expect([...positionsOf("ke of a ball", ["ke"])]).toEqual([1]);
  });
});

describe("cosine", () => {
  test("related by meaning alone, at the model's limit and not below", () => {
    const words = { refraction: 0, lumiere: 0 };
    expect(isOnTopic(words, [], 0.86, 0.86)).toBe(true);
    expect(isOnTopic(words, [], 0.85, 0.86)).toBe(false);
    expect(isOnTopic(words, [], 0.99, null)).toBe(false);
    expect(isOnTopic(words, [], null, 0.86)).toBe(false);
  });
});

describe("other names", () => {
  const found = (expansionCoverage: number | null, share: number) =>
    onTopicCandidates(statistics({ ke: 0 }), [{ ...candidate("a", []), expansionCoverage }], {
      ...NO_LIMITS,
      expansionShare: share,
    }).length === 1;

  test("half of the other names' weight is on topic where they stand for the whole query", () => {
    expect(found(1, 1)).toBe(true);
    expect(found(0.5, 1)).toBe(true);
    expect(found(0.4, 1)).toBe(false);
    expect(found(null, 1)).toBe(false);
  });

  test("names of a small part of the query do not make a hit its topic", () => {
    expect(found(1, 0.5)).toBe(true);
    expect(found(1, 0.4)).toBe(false);
  });

  test("a rare name that the hit does not use counts as used where it holds another one", () => {
    const query = statistics({ probas: 1, pyramid: 40, roof: 45 });
    const limits = { ...NO_LIMITS, expansionShare: 1 / 3, expandedPositions: new Set([1]) };
    const hit = (terms: readonly number[], expansionCoverage: number | null) =>
      onTopicCandidates(query, [{ ...candidate("a", terms), expansionCoverage }], limits).length;
    expect(hit([], 1)).toBe(1);
    expect(hit([1], 0.4)).toBe(0);
    expect(hit([1, 2], null)).toBe(0);
  });
});

test("candidates keep their order", () => {
  const all = ["c", "a", "b"].map((id) => candidate(id, [0]));
  const found = onTopicCandidates(statistics({ lens: 4 }), all, NO_LIMITS);
  expect(found.map(({ id }) => id)).toEqual(["c", "a", "b"]);
});
