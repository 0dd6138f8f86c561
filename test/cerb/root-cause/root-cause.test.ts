/** Goal: every cause of the rule, in its order, and every defect. */
import { describe, expect, it } from "vitest";
import {
  defectsOf,
  LETTERS_MIN,
  type RootCauseInput,
  rootCauseOf,
} from "#cerb/root-cause/root-cause.ts";
import type { CorpusDocument, PreparedDocument } from "#cerb/systems/corpus-documents.ts";

const SCOPE = { subject: ["physics"], level: ["high school"] };
const TEXT = "A text of more than twenty letters.";

function document(id: string, part: Partial<CorpusDocument> = {}): CorpusDocument {
  return { id, topic: null, subject: "Physics", level: "High school", ...part };
}

function prepared(id: string, part: Partial<PreparedDocument> = {}): PreparedDocument {
  return {
    id,
    title: null,
    text: TEXT,
    hasImage: false,
    hasEmbedding: true,
    hasWords: true,
    ...part,
  };
}

function causeOf(
  grades: Record<string, number>,
  part: Partial<RootCauseInput> & { documents?: CorpusDocument[]; texts?: PreparedDocument[] } = {},
) {
  const { documents = [document("a")], texts = [prepared("a")], ...rest } = part;
  return rootCauseOf({
    labels: { scope: SCOPE, expected: {}, grades: new Map(Object.entries(grades)) },
    lastGate: { subject: ["physics"], level: ["high school"] },
    documentOf: (id) => documents.find((one) => one.id === id),
    preparedOf: (id) => texts.find((one) => one.id === id),
    ...rest,
  });
}

describe("rootCauseOf", () => {
  const outside = [document("a", { level: null })];

  it("is a metadata gap where a perfect document is outside by its metadata", () => {
    expect(causeOf({ a: 2 }, { documents: outside })).toBe("metadata_gap");
  });

  it("is a data gap where nothing better than useful exists, or nothing at all", () => {
    expect(causeOf({ a: 1 }, { documents: outside })).toBe("data_gap");
    expect(causeOf({})).toBe("data_gap");
  });

  it("is a preprocessing gap only where every admissible document has a defect", () => {
    const texts = [prepared("a", { hasEmbedding: false })];
    expect(causeOf({ a: 2 }, { texts })).toBe("preprocessing_gap");
    expect(causeOf({ a: 2 }, { texts: [] })).toBe("preprocessing_gap");
    const documents = [document("a"), document("b")];
    expect(causeOf({ a: 2, b: 1 }, { documents, texts: [...texts, prepared("b")] })).toBe(
      "method_ranking",
    );
  });

  it("is scope where no admissible document is in the last pool, else ranking", () => {
    expect(causeOf({ a: 2 }, { lastGate: { subject: ["chemistry"] } })).toBe("method_scope");
    expect(causeOf({ a: 2 }, { lastGate: null })).toBe("method_scope");
    expect(causeOf({ a: 2 }, { lastGate: {} })).toBe("method_ranking");
  });
});

describe("defectsOf", () => {
  it.each<[string, PreparedDocument | undefined, string[]]>([
    ["nothing", prepared("a"), []],
    ["absence", undefined, ["not_in_index"]],
    ["no embedding", prepared("a", { hasEmbedding: false }), ["no_embedding"]],
    ["no words", prepared("a", { hasWords: false }), ["empty_lexical_vector"]],
    ["an image", prepared("a", { hasImage: true }), ["lost_material"]],
    ["a figure", prepared("a", { text: `${TEXT} [figure]` }), ["lost_material"]],
    ["letters at the limit", prepared("a", { text: "é".repeat(LETTERS_MIN) }), []],
    ["a letter less", prepared("a", { text: "é".repeat(LETTERS_MIN - 1) }), ["lost_material"]],
  ])("finds %s", (_, one, defects) => {
    expect(defectsOf(one)).toEqual(defects);
  });
});
