/** Goal: a query's features are exactly those that the detector was trained on. Method: small queries by hand. */
import { expect, it } from "vitest";
import { queryTokens } from "#core/scope/query-tokens.ts";
import {
  distinctWords,
  type TokenFields,
  type Visit,
  visitPlace,
  visitReadFields,
  visitWord,
} from "#core/scope/detect/field-features.ts";

function visited(visitAll: (visit: Visit) => void): string[] {
  const features: string[] = [];
  visitAll((kind, text) => features.push(`${kind} ${text}`));
  return features;
}

it.each([
  ["de", ["w de", "g ^de", "g de$", "g ^de$"]],
  ["卷", ["w 卷", "g ^卷$"]],
  ["nana", ["w nana", "g ^na", "g nan", "g ana", "g na$", "g ^nan", "g nana", "g ana$"]],
  ["a".repeat(60), 1 + 39 + 38 + 1],
])("the word %s is itself and its grams", (word, expected) => {
  const features = visited((visit) => visitWord(word, visit));
  if (typeof expected === "number") expect(features.length).toBeLessThanOrEqual(expected + 1);
  else expect(features).toEqual(expected);
});

it("a word counts once in a query, whatever its accents and capitals", () => {
  expect([...distinctWords(queryTokens("Corrigé corrige CORRIGÉ 2018"))]).toEqual([
    "corrige",
    "2018",
  ]);
});

const TOKENS = queryTokens("Jia Paper 2021, 卷 ab");
const FIELDS: TokenFields = [null, "paper", "year", null, null];

it.each<[number, string[]]>([
  [0, ["s Xxx", "< ^", "> paper", "<< end", ">> paper"]],
  [3, ["s c", "< 2021", "> ab", "<< year", ">> none"]],
  [4, ["s xx", "< 卷", "> $", "<< none", ">> end"]],
])("the place of token %i", (at, expected) => {
  expect(visited((visit) => visitPlace(TOKENS, FIELDS, at, visit))).toEqual(expected);
});

it("a run of tokens looks past itself, so that a name of two words does not see its other half", () => {
  const tokens = queryTokens("in New Caledonia 2019");
  const fields: TokenFields = [null, "paper", "paper", "year"];
  for (const at of [1, 2]) {
    const features = visited((visit) => visitPlace(tokens, fields, at, visit));
    expect(features).toContain("<< none");
    expect(features).toContain(">> year");
  }
});

it("fields read elsewhere count once, a token's own not at all", () => {
  const fields: TokenFields = ["year", null, "paper", "year"];
  expect(visited((visit) => visitReadFields(fields, null, visit))).toEqual(["f year", "f paper"]);
  expect(visited((visit) => visitReadFields(fields, "year", visit))).toEqual(["f paper"]);
});
