/** Goal: what a line is refused for is named by its field; what is kept is what the API takes. */
import { describe, expect, it } from "vitest";
import { formatOf, parseRow } from "#cerb/formats/parse-row.ts";

const curriculum = (row: unknown) => parseRow(JSON.stringify(row), "curriculum", "en");
const beir = (row: unknown) => parseRow(JSON.stringify(row), "beir", "fr");

describe("parseRow", () => {
  it.each<[string, string, string]>([
    ["no JSON", "{", "is not JSON"],
    ["a list", "[1]", "is not a JSON object"],
    ["a number", "7", "is not a JSON object"],
  ])("refuses %s", (_, line, message) => {
    expect(parseRow(line, "curriculum", "en")).toMatchObject({ ok: false, fault: { message } });
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ["a missing id", { text: "a" }, "id", "is missing"],
    ["an id of null", { id: null, text: "a" }, "id", "is missing"],
    ["an id that is a number", { id: 7, text: "a" }, "id", "must be text, not number"],
    ["an unknown field", { id: "a", text: "a", lvel: "x" }, "lvel", "is no field of a row"],
  ])("refuses %s and names the field", (_, row, field, message) => {
    const parsed = curriculum(row);
    expect(parsed).toMatchObject({ ok: false, fault: { field } });
    expect(JSON.stringify(parsed)).toContain(message);
  });

  it("puts fields of single data sets into the metadata, absent ones left out", () => {
    const row = { id: "a", text: "t", chapter: "2", module: null, metadata: { page: 3 } };
    expect(curriculum(row)).toEqual({
      ok: true,
      row: { id: "a", text: "t", metadata: { page: 3, chapter: "2" } },
    });
  });

  it("reads BEIR rows, an empty text replaced by the title", () => {
    expect(beir({ _id: "1", title: "Fish", text: "" })).toEqual({
      ok: true,
      row: { id: "1", language: "fr", title: "Fish", text: "Fish" },
    });
    expect(beir({ _id: "1", title: "", text: "swim", metadata: {} })).toEqual({
      ok: true,
      row: { id: "1", language: "fr", title: null, text: "swim" },
    });
    expect(beir({ _id: "1", text: "a", year: 2 })).toMatchObject({ fault: { field: "year" } });
  });

  it("tells the layouts apart by the name of the id", () => {
    expect(formatOf({ _id: "1" })).toBe("beir");
    expect(formatOf({ id: "1" })).toBe("curriculum");
    expect(formatOf(null)).toBe("curriculum");
  });
});
