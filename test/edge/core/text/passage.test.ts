/** Goal: pin the text that shipped vectors were made from; a change here makes them stale. */
import { describe, expect, it } from "vitest";
import { embeddingInput, passageBody } from "#core/text/passage.ts";

describe("passageBody", () => {
  it("lists the options after the text in key order, whatever their order in the row", () => {
    const options = { C: "trois", A: "un", B: "deux" };
    expect(passageBody({ text: "Combien ?", options })).toBe("Combien ?\nA) un\nB) deux\nC) trois");
  });

  it("puts a comprehension passage first", () => {
    const fields = { text: "Who?", options: null, passage: "A tale." };
    expect(passageBody(fields)).toBe("A tale.\nWho?");
  });

  it("is the text alone where there is nothing else, without normalisation", () => {
    expect(passageBody({ text: " H₂O e\u0301 " })).toBe(" H₂O e\u0301 ");
    expect(passageBody({ text: "x", options: {}, passage: "" })).toBe("x");
  });
});

describe("embeddingInput", () => {
  it("puts the title on a line of its own, and nothing where there is none", () => {
    expect(embeddingInput("Lenses", "Light bends.")).toBe("Lenses\nLight bends.");
    expect(embeddingInput(null, "Light bends.")).toBe("Light bends.");
    expect(embeddingInput("", "Light bends.")).toBe("Light bends.");
  });
});
