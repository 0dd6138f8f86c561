/**
 * Goal: the shipped detector finds values under names that nobody entered, and leaves topics alone.
 * Method: queries by hand, none of them among the queries that it was trained on; it is a statistical
 * reader, so shares are asserted, not single queries.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import file from "#core/scope/detect/field-detector.json" with { type: "json" };
import { detectFields } from "#core/scope/detect/field-detector.ts";
import { readTokens } from "#core/scope/detect/read-tokens.ts";
import { shippedDetector } from "#core/scope/detect/shipped-detector.ts";
import { extractScope } from "#core/scope/extract-scope.ts";
import { queryTokens } from "#core/scope/query-tokens.ts";
import { resolveScope } from "#core/scope/resolve-scope.ts";
import { ALL_CORPORA, corpusVocabulary } from "../vocabulary-fixtures.ts";

const QUERIES = "test/golden/scope/queries.jsonl";
const vocabulary = corpusVocabulary(ALL_CORPORA);

function open(query: string): readonly string[] {
  const extraction = extractScope(query, vocabulary);
  const scope = resolveScope({ locked: {}, requested: {}, extraction, vocabulary });
  return scope.unresolved.filter((field) => field !== "subject" && field !== "level");
}

/** The named value has a name that no vocabulary holds. */
const UNKNOWN_NAMES: readonly (readonly [string, string])[] = [
  ["brevet Zorvanie juin 2018 exercice de probabilités", "paper"],
  ["dnb maths 2019 Kertagne les tortues de Scratch", "paper"],
  ["gaokao Bogen Wei 2021 Genetik Erbsen", "paper"],
  ["brevet de Nordalie septembre 2016, la piscine", "paper"],
  ["gaokao 2019 history paper Omega, silk road", "paper"],
  ["correcson du brevet des îles 2017 le silo", "content_type"],
  ["les korrigés svp : vaccin et souris", "content_type"],
  ["Korrekturschlüssel zu Brevet Asien 2014, Würfel", "content_type"],
  ["practice mcquestions on Ohm's law, high school", "content_type"],
  ["physics exercizes with solushuns, projectile motion", "content_type"],
  ["explanations sheet for gaokao chemistry 2019 titration", "content_type"],
  ["sociology midterm questions from the Flurbish exam", "exam"],
  ["the Zentralprüfung exam of Ruritania, biology enzymes", "exam"],
  ["opticks chapter in Klingonish please", "language"],
  ["Fragen zur Photosynthese auf Elbischsprachig", "language"],
  ["economics questions written in Dothrakian", "language"],
];

const TOPICS: readonly string[] = [
  "why does a capacitor block direct current",
  "photosynthesis light reactions",
  "acceleration of a ball rolling down a slope",
  "causes of the french revolution",
  "supply and demand curve shift",
  "théorème de Pythagore dans un triangle rectangle",
  "probabilité de tirer une boule rouge",
  "volume d'un cône et d'une pyramide",
  "pourquoi le ciel est bleu",
  "fonction affine et coefficient directeur",
  "Wie funktioniert ein Transformator",
  "Zellteilung bei Pflanzen",
  "Schwingungsdauer eines Pendels",
  "leyes de Newton y rozamiento",
  "la célula y sus orgánulos",
  "inflación y desempleo",
  "牛顿第二定律",
  "光合作用的条件",
  "唐朝的科举制度",
  "三角函数的图像",
  "osmosis in potato cells",
  "electric field of a point charge",
  "mitosis versus meiosis",
  "kinetic energy and momentum",
];

/** Smallest share of unknown names that is found, largest share of topics that is told to name something. */
const FOUND_MIN = 0.6;
const FALSE_MAX = 0.13;

const share = <T>(list: readonly T[], holds: (one: T) => boolean): number =>
  list.filter(holds).length / list.length;

describe("the shipped detector", () => {
  it(`finds ${FOUND_MIN} of values under names that nobody entered`, () => {
    const missed = UNKNOWN_NAMES.filter(([query, field]) => !open(query).includes(field));
    expect(
      share(UNKNOWN_NAMES, (one) => !missed.includes(one)),
      JSON.stringify(missed),
    ).toBeGreaterThanOrEqual(FOUND_MIN);
  });

  it(`tells at most ${FALSE_MAX} of topics to name a value`, () => {
    const told = TOPICS.filter((query) => open(query).length > 0);
    expect(told.length / TOPICS.length, JSON.stringify(told)).toBeLessThanOrEqual(FALSE_MAX);
  });

  it("asks for no field that the tenant's documents do not have", () => {
    const query = "brevet Zorvanie juin 2018 exercice de probabilités";
    const bare = corpusVocabulary(["openstax-physics"]);
    expect(extractScope(query, vocabulary).detected).toContain("paper");
    expect(extractScope(query, bare).detected).not.toContain("paper");
  });

  it("was trained on the golden queries as they are now", () => {
    const sha256 = createHash("sha256").update(readFileSync(QUERIES)).digest("hex");
    expect(file.trained.queriesSha256, "build it again: trainer/README.md").toBe(sha256);
  });

  it("canary: a detector that nothing convinces finds none of them", () => {
    const deaf = { ...shippedDetector(), thresholds: file.thresholds.map(() => Infinity) };
    const found = UNKNOWN_NAMES.filter(([query, field]) => {
      const read = readTokens(queryTokens(query), extractScope(query, vocabulary));
      return detectFields(read, deaf).some((one) => one === field);
    });
    expect(found).toEqual([]);
  });
});
