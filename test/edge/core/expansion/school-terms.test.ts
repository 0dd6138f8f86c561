/** The shipped glossary: complete, unambiguous where it can be, within its budget; what pupils shorten. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compileGlossary, type GlossaryNode } from "#core/expansion/glossary.ts";
import { expandQuery } from "#core/expansion/expand-query.ts";
import schoolTerms from "#core/expansion/school-terms.json" with { type: "json" };
import { extractScope } from "#core/scope/extract-scope.ts";
import { normalizeSearchText } from "#core/text/normalize.ts";
import { CORPORA } from "../scope/read-scope.ts";

const FILE_BYTES_MAX = 60 * 1024;
const GZIP_BYTES_MAX = 20 * 1024;
const lines = Object.values(schoolTerms.terms).flat();
const cells = lines.map((line) => line.split(" / "));
const bare = (name: string) => name.replace(/^[~=]/u, "");

describe("school terms", () => {
  it(`holds ${lines.length} terms in four languages within its budget`, () => {
    const file = readFileSync("edge/core/expansion/school-terms.json");
    expect(lines.length).toBeGreaterThanOrEqual(600);
    expect(file.length).toBeLessThanOrEqual(FILE_BYTES_MAX);
    expect(gzipSync(file).length).toBeLessThanOrEqual(GZIP_BYTES_MAX);
  });

  it("gives every term in every language, and every name some word", () => {
    const languages = schoolTerms.languages.length;
    for (const [index, cell] of cells.entries()) {
      expect([languages, languages + 1], lines[index]).toContain(cell.length);
      for (const name of cell.flatMap((text) => text.split("|"))) {
        expect(normalizeSearchText(bare(name)), lines[index]).not.toBe("");
      }
    }
  });

  it("names no term twice", () => {
    const first = cells.map(([english]) => english!);
    expect(first.filter((name, index) => first.indexOf(name) !== index)).toEqual([]);
  });

  it("normalises plain words as the normaliser does", () => {
    const plain = cells
      .flatMap((cell) => cell.flatMap((text) => text.split("|")))
      .map((name) => bare(name).toLowerCase())
      .filter((name) => /^[\p{Ll} ]+$/u.test(name));
    expect(plain.length).toBeGreaterThan(2000);
    expect(plain.filter((name) => normalizeSearchText(name) !== name)).toEqual([]);
  });

  it("finds each of its own names", () => {
    const { root, terms } = compileGlossary(schoolTerms);
    expect(terms).toBe(lines.length);
    const count = (node: GlossaryNode): number =>
      node.found.length + [...node.next.values()].reduce((sum, next) => sum + count(next), 0);
    expect(count(root)).toBeGreaterThan(3000);
  });
});

describe("what pupils shorten", () => {
  const glossary = compileGlossary(schoolTerms);
  const added = (query: string) => {
    const languages = ["en", "fr", "de", "es"];
    const extraction = extractScope(query, CORPORA);
    const sources = { extraction, vocabulary: CORPORA, languages, subjects: [], glossary };
    return (expandQuery(sources)?.terms ?? []).flatMap((term) => term.added);
  };

  it.each([
    ["brevet 2017 pondichéry les probas", "probabilité"],
    ["trigo dans un triangle", "trigonométrie"],
    ["équa diff du premier ordre", "équation différentielle"],
    ["géo dans l'espace", "géométrie dans l'espace"],
    ["pythagore et l'escalier, brevet 2014", "théorème de Pythagore"],
    ["les fonctions affines", "linear function"],
    ["thalès, brevet 2019", "théorème de Thalès"],
    ["quad eq with two roots", "quadratic equation"],
    ["probs of two dice", "probability"],
    ["e-mag induction", "electromagnetism"],
    ["lin alg basis", "linear algebra"],
    ["PE of a ball", "potential energy"],
    ["Wkeit beim Würfeln", "Wahrscheinlichkeit"],
    ["ejercicios de MRUA", "movimiento uniformemente acelerado"],
  ])("%s: %s", (query, name) => expect(added(query)).toContain(name));

  it.each([
    ["pe lesson on tuesday", "potential energy"],
    ["trabajo y más", "simple harmonic motion"],
    ["la géo de la France", "géométrie dans l'espace"],
    ["boules rouges d'une urne", "sphère"],
    ["mechanism of the reaction", "mechanics"],
  ])("%s: no %s", (query, name) => expect(added(query)).not.toContain(name));
});
