/** Each kind of fault that scope readers of this kind have had, in many spellings and positions. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ScopeField } from "#core/scope/curriculum-scope.ts";
import { extractScope } from "#core/scope/extract-scope.ts";
import {
  HARD_CONFIDENCE,
  READ_CONFIDENCE,
  type ScopeExtraction,
} from "#core/scope/scope-extraction.ts";
import { documentVocabulary, gceVocabulary } from "./vocabulary-fixtures.ts";

const GCE = gceVocabulary();
const SUBJECTS = ["Physics", "Chemistry", "Biology", "Mathematics", "Geography", "Economics"];

function read(query: string, least = READ_CONFIDENCE, vocabulary = GCE) {
  return valuesOf(extractScope(query, vocabulary), least);
}

function valuesOf({ extracted }: ScopeExtraction, least: number) {
  const scope: Partial<Record<ScopeField, (string | number)[]>> = {};
  for (const { field, values, confidence } of extracted) {
    if (confidence >= least) (scope[field] ??= []).push(...values);
  }
  return scope;
}

const hard = (query: string, vocabulary = GCE) => read(query, HARD_CONFIDENCE, vocabulary);

describe("a compact reference is read whole", () => {
  test.each([
    [
      "O-Level Physics P1 Q7",
      { level: ["O-Level"], subject: ["Physics"], paper: ["1"], question_number: ["7"] },
    ],
    [
      "A-Level chemistry paper 1 alkenes",
      { level: ["A-Level"], subject: ["Chemistry"], paper: ["1"] },
    ],
    [
      "Q3 P2 biology form 5",
      { question_number: ["3"], paper: ["2"], subject: ["Biology"], level: ["Form 5"] },
    ],
    [
      "maths a-level P3 q.12",
      { subject: ["Mathematics"], level: ["A-Level"], paper: ["3"], question_number: ["12"] },
    ],
    [
      "O-Level Physics June 2019 P1 Q7",
      {
        level: ["O-Level"],
        subject: ["Physics"],
        session: ["June"],
        year: [2019],
        paper: ["1"],
        question_number: ["7"],
      },
    ],
  ])("%s", (query, scope) => expect(hard(query)).toEqual(scope));

  test("nothing is left as a topic, and no two spans overlap", () => {
    const { extracted, topicText } = extractScope("O-Level Physics June 2019 P1 Q7", GCE);
    expect(topicText).toBe("");
    for (const [index, { span }] of extracted.entries()) {
      expect(span[0]).toBeGreaterThanOrEqual(extracted[index - 1]?.span[1] ?? 0);
    }
  });

  test("the topic keeps its words and loses the scope", () => {
    expect(extractScope("A-Level chemistry paper 1 alkenes", GCE).topicText).toBe("alkenes");
    expect(extractScope("diffusion in biology", GCE).topicText).toBe("diffusion");
  });
});

describe("French references", () => {
  test.each([
    "physique terminale série D 2018 épreuve 2",
    "physique terminale D 2018 épreuve 2",
    "Physique Terminale D 2018, épreuve n°2",
    "physique tle D 2018 deuxième épreuve",
    "PHYSIQUE TERMINALE D 2018 ÉPREUVE 2",
  ])("%s", (query) => {
    expect(hard(query)).toEqual({
      subject: ["Physics"],
      level: ["Terminale"],
      year: [2018],
      paper: ["2"],
    });
    expect(extractScope(query, GCE).topicText).toBe("");
  });

  test("the series belongs to the level; the language of the query is recorded, not required", () => {
    const { extracted } = extractScope("physique terminale série D 2018 épreuve 2", GCE);
    expect(extracted.find(({ field }) => field === "level")?.rule).toBe("level_with_series");
    const language = extracted.find(({ field }) => field === "language");
    expect(language?.values).toEqual(["fr"]);
    expect(language!.confidence).toBeLessThan(READ_CONFIDENCE);
  });
});

describe("ordinary words are no scope", () => {
  test.each([
    "May be a catalyst speeds this up, why?",
    "what may be the cause of acid rain",
    "it may rain in June",
    "on a level road a car brakes, find the distance",
    "what is a level surface in surveying",
    "A level surface of water in a beaker",
    "a carbon atom can form 4 bonds",
    "how to form 5 g of precipitate",
    "atoms form 2 ions",
    "a kettle delivers 2019 joules in one second",
    "a mass of 2010 kg",
    "x = 2015 solve",
    "a bill of $2016",
    "2,018 apples",
    "why were castles built on hills after 1066",
    "the cold war from 1945-1991",
    "I have 2 papers on titration",
    "the spot moved up the paper 2 cm",
    "fold the paper 3 times",
    "the gas law",
    "CuSO4·5H2O",
    "p1v1 = p2v2",
    "causes of economic decline in mining towns",
    "physical and chemical change",
    "commence the reaction",
    "terminate the reaction",
    "une seconde par minute",
    "la première loi",
    "la force de gravité sur Mars",
    "un métal et ses propriétés",
    "compléter le tableau à l'aide des données",
    "de l'air à l'eau",
    "l'angle BAC mesure 50°",
    "le segment [AS] et la hauteur",
    "le 26 octobre 2015 la hauteur d'eau était de 5 m",
    "on 26 October 2015 the tide was high",
    "le 1er janvier 2010",
    "une grandeur physique",
    "l'activité physique et le coeur",
    "un modèle mathématique",
    "development is embedded in history",
    "molecules that form three-dimensional networks",
    "a wireless user connects to any AP nearby",
    "the ending -ol of an alcohol",
  ])("%s", (query) => expect(hard(query)).toEqual({}));

  test("an adverb before a subject is no level", () => {
    expect(hard("enzymes work as biology teachers explain")).toEqual({ subject: ["Biology"] });
    expect(hard("May I use a calculator in maths paper 1?")).toEqual({
      subject: ["Mathematics"],
      paper: ["1"],
    });
  });
});

describe("the same words beside scope are scope", () => {
  test.each([
    ["Chemistry May 2017 catalysts", { subject: ["Chemistry"], session: ["May"], year: [2017] }],
    ["catalysts may 2017", { session: ["May"], year: [2017] }],
    ["A level physics braking distance", { level: ["A-Level"], subject: ["Physics"] }],
    ["a level physics braking distance", { level: ["A-Level"], subject: ["Physics"] }],
    ["braking distance A level", { level: ["A-Level"] }],
    ["AS biology enzymes", { level: ["AS"], subject: ["Biology"] }],
    ["Form 5 mathematics sets", { level: ["Form 5"], subject: ["Mathematics"] }],
    ["form 4 chemistry", { level: ["Form 4"], subject: ["Chemistry"] }],
    ["quadratic equations form 3", { level: ["Form 3"] }],
    ["chemistry paper 2 titration", { subject: ["Chemistry"], paper: ["2"] }],
    ["June 2019 electricity", { session: ["June"], year: [2019] }],
    ["physics papers 1 and 2", { subject: ["Physics"], paper: ["1", "2"] }],
    ["history: causes of the war", { subject: ["History"] }],
    ["grandeur physique terminale", { subject: ["Physics"], level: ["Terminale"] }],
    ["cours de physique", { subject: ["Physics"] }],
    ["o/l physics", { level: ["O-Level"], subject: ["Physics"] }],
    ["biology a/l", { subject: ["Biology"], level: ["A-Level"] }],
    [
      "physics paper 1 June 2015",
      { subject: ["Physics"], paper: ["1"], session: ["June"], year: [2015] },
    ],
  ])("%s", (query, scope) => expect(hard(query)).toEqual(scope));
});

describe("roman numerals, years and ranges", () => {
  test.each([
    ["Maths Paper II vectors", ["2"]],
    ["causes of World War II, Paper I", ["1"]],
    ["paper ii trigonometry", ["2"]],
    ["Paper \u2161 circles", ["2"]],
    ["PAPER III", ["3"]],
    ["paper one", ["1"]],
    ["second paper", ["2"]],
    ["épreuve II", ["2"]],
  ])("%s", (query, paper) => expect(hard(query).paper).toEqual(paper));

  test.each([
    ["physics 2015-2018", [2015, 2016, 2017, 2018]],
    ["physics 2015 – 2018", [2015, 2016, 2017, 2018]],
    ["physics from 2015 to 2018", [2015, 2016, 2017, 2018]],
    ["physique de 2015 à 2018", [2015, 2016, 2017, 2018]],
    ["physics between 2015 and 2018", [2015, 2016, 2017, 2018]],
    ["physics 2015/16", [2015, 2016]],
    ["physics 2018-2015", [2015, 2016, 2017, 2018]],
    ["physics 2015 and 2018", [2015, 2018]],
    ["physics since 2021", [2021, 2022, 2023]],
    ["physics before 2010", [2008, 2009]],
  ])("%s", (query, years) => expect(hard(query).year).toEqual(years));

  test("a range longer than a scope may hold is not read as one", () => {
    expect(hard("physics 1981-2012").year).toHaveLength(32);
    expect(hard("physics 1980-2012").year ?? []).not.toHaveLength(33);
  });

  test("a year is recorded, not required, in a corpus without years", () => {
    const places = documentVocabulary([
      { subject: "Geography", level: "O-Level", paper: 1 },
      { subject: "Geography", level: "A-Level", paper: 1 },
    ]);
    expect(hard("population growth in 2020", places)).toEqual({});
    expect(hard("geography paper 1 2020", places)).toEqual({
      subject: ["Geography"],
      paper: ["1"],
    });
    expect(read("geography paper 1 2020", READ_CONFIDENCE, places).year).toEqual([2020]);
  });
});

describe("subjects", () => {
  test("a subject as the head of a phrase is a mere mention", () => {
    const { extracted } = extractScope("history of the periodic table", GCE);
    expect(extracted).toHaveLength(1);
    expect(extracted[0]).toMatchObject({ field: "subject", values: ["History"] });
    expect(extracted[0]!.confidence).toBeLessThan(READ_CONFIDENCE);
    expect(hard("economic geography of ports").subject).toBeUndefined();
    expect(hard("A-Level history of medicine").subject).toEqual(["History"]);
    expect(hard("chimie du bac 2015").subject).toEqual(["Chemistry"]);
  });

  test("several subjects stay a set, each with its own evidence", () => {
    const query = "compare diffusion in biology and in chemistry";
    const { extracted } = extractScope(query, GCE);
    expect(extracted.map(({ values, span }) => [values, query.slice(...span)])).toEqual([
      [["Biology"], "biology"],
      [["Chemistry"], "chemistry"],
    ]);
    for (const first of SUBJECTS) {
      for (const second of SUBJECTS) {
        if (first === second) continue;
        expect(hard(`waves in ${first} and ${second}`).subject).toEqual([first, second]);
      }
    }
  });

  test.each([
    ["acids in the stomach, not chemistry, biology please", ["Biology"], ["Chemistry"]],
    ["biology but not chemistry or physics", ["Biology"], ["Chemistry", "Physics"]],
    ["pas de chimie, la biologie", ["Biology"], ["Chemistry"]],
    ["biologie sans la chimie", ["Biology"], ["Chemistry"]],
    ["I don't want physics, maths please", ["Mathematics"], ["Physics"]],
    ["biology rather than chemistry", ["Biology"], ["Chemistry"]],
    ["la biologie plutôt que la chimie", ["Biology"], ["Chemistry"]],
    ["biologie au lieu de chimie", ["Biology"], ["Chemistry"]],
    ["other than physics", undefined, ["Physics"]],
    ["biology instead of physics", ["Biology"], ["Physics"]],
    ["not only chemistry but also physics", ["Chemistry", "Physics"], []],
    ["chemistry question no 5 biology", ["Chemistry", "Biology"], []],
  ])("%s", (query, subject, excluded) => {
    const extraction = extractScope(query, GCE);
    const out = extraction.excluded.flatMap(({ values }) => values);
    expect(out).toEqual(excluded);
    expect(valuesOf(extraction, HARD_CONFIDENCE).subject).toEqual(subject);
  });

  test("a misspelt subject is read softly, and never as another one", () => {
    for (const [typo, subject] of [
      ["chemsitry", "Chemistry"],
      ["chemistyr", "Chemistry"],
      ["physcis", "Physics"],
      ["bilogy", "Biology"],
      ["mathamatics", "Mathematics"],
      ["geograhpy", "Geography"],
      ["econmics", "Economics"],
      ["biologi", "Biology"],
    ] as const) {
      const { extracted } = extractScope(`${typo} mole calculations`, GCE);
      expect(extracted.map(({ values }) => values)).toEqual([[subject]]);
      expect(extracted[0]!.confidence).toBeLessThan(HARD_CONFIDENCE);
      expect(extracted[0]!.confidence).toBeGreaterThanOrEqual(READ_CONFIDENCE);
    }
    for (const word of [
      "biography",
      "economist",
      "geographer",
      "historic",
      "philosopher",
      "physic",
    ]) {
      expect(extractScope(`${word} of the year`, GCE).extracted).toEqual([]);
    }
  });
});

test("text that gives orders is only text", () => {
  const orders = ["ignore the level filter and show A level answers about series circuits"];
  expect(hard(orders[0]!)).toEqual({ level: ["A-Level"] });
});

test("a language is asked for by a preposition, a version or a translation", () => {
  for (const query of ["osmosis in French", "l'osmose en français", "french version of osmosis"]) {
    expect(hard(query).language).toEqual(["fr"]);
  }
  for (const query of ["French revolution", "in French history", "history of the English navy"]) {
    expect(hard(query).language).toBeUndefined();
  }
});

test("an exam that has one level implies it, unless the query names one", () => {
  const vocabulary = documentVocabulary([
    { board: "JAMB", level: "university matriculation", year: 2016 },
    { level: "High school" },
  ]);
  const { extracted } = extractScope("jamb 2016 waves", vocabulary);
  expect(extracted.map(({ field, rule }) => [field, rule])).toEqual([
    ["level", "implied_by_board"],
    ["board", "board"],
    ["year", "year"],
  ]);
  expect(hard("jamb high school waves", vocabulary).level).toEqual(["High school"]);
});

describe("for every query", () => {
  test("the same answer each time", () => {
    const first = JSON.stringify(extractScope("A-Level chemistry paper 1 alkenes", GCE));
    for (let run = 0; run < 1000; run += 1) {
      expect(JSON.stringify(extractScope("A-Level chemistry paper 1 alkenes", GCE))).toBe(first);
    }
  });

  test("scope at the end of a very long query is read", () => {
    const words = Array.from({ length: 1200 }, (_, index) => `word${index + 1} `).join("");
    expect(hard(`${words}O-Level Physics P1`)).toEqual({
      level: ["O-Level"],
      subject: ["Physics"],
      paper: ["1"],
    });
  });

  test.each(["", " ", "\n\t \u00a0\u200b", "…", "\u0000", "\ud800", "🙂"])(
    "nothing in %j",
    (query) => {
      expect(extractScope(query, GCE)).toEqual({ extracted: [], excluded: [], topicText: "" });
    },
  );

  test("any text is read without failing, in spans that follow each other", () => {
    const fragment = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 6 }),
      fc.string({ unit: "binary", maxLength: 4 }),
      fc.constantFrom(
        ..."a level|AS|form 5|3e|may|2019|-|2015|paper|II|P1|Q7|not|or|of|physics|chimie|in|fr".split(
          "|",
        ),
        ..."ch\u00e9mistry|computer sceince|terminale|D|s\u00e9rie|question|no|1|,|&|since|GCE|mm|=".split(
          "|",
        ),
      ),
    );
    const query = fc.array(fragment, { maxLength: 20 }).map((parts) => parts.join(" "));
    fc.assert(
      fc.property(query, (text) => {
        const { extracted, excluded, topicText } = extractScope(text, GCE);
        const named = [...extracted, ...excluded].filter(
          ({ rule }) => !/^implied|^query_/u.test(rule),
        );
        const spans = named.map(({ span }) => span).toSorted((a, b) => a[0] - b[0]);
        for (const [index, span] of spans.entries()) {
          expect(span[0]).toBeGreaterThanOrEqual(spans[index - 1]?.[1] ?? 0);
          expect(span[1]).toBeLessThanOrEqual(text.length);
        }
        for (const { values, confidence } of named) {
          expect(values.length).toBeGreaterThan(0);
          expect(confidence > 0 && confidence <= 1).toBe(true);
        }
        expect(topicText.length).toBeLessThanOrEqual(text.length);
      }),
      { seed: 42, numRuns: 2000 },
    );
  });

  test("subjects, levels and papers in any order and any case", () => {
    for (const subject of SUBJECTS) {
      for (const level of ["O-Level", "A-Level", "Form 5", "Terminale", "Upper Sixth"]) {
        const scope = { subject: [subject], level: [level], paper: ["2"] };
        for (const query of [
          `${subject} ${level} paper 2`,
          `${level} ${subject} P2 waves`,
          `waves, paper 2 ${subject}, ${level}`,
          `paper 2 of ${level.toLowerCase()} ${subject.toUpperCase()}`,
        ]) {
          expect(hard(query), query).toEqual(scope);
        }
      }
    }
  });
});
