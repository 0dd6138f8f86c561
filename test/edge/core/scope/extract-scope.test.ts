/** Each kind of fault that scope readers of this kind have had, in many spellings and positions. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractScope } from "#core/scope/extract-scope.ts";
import { HARD_CONFIDENCE, NO_EXTRACTION, READ_CONFIDENCE } from "#core/scope/scope-extraction.ts";
import { CORPORA, GCE, hard, read, valuesOf } from "./read-scope.ts";
import { documentVocabulary } from "./vocabulary-fixtures.ts";

const SUBJECTS = ["Physics", "Chemistry", "Biology", "Mathematics", "Geography", "Economics"];

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
  expect(hard(orders[0]!)).toEqual({ level: ["A-Level"], content_type: ["solution"] });
});

test("members of a list support each other, whatever joins them", () => {
  for (const [query, subject] of [
    ["micro and macro high school", ["microeconomics", "macroeconomics"]],
    ["management & marketing questions", ["management", "marketing"]],
    ["valeurs, droit et philosophie", ["law", "Philosophy"]],
    ["énergie nucléaire physique ou chimie", ["Physics", "Chemistry"]],
  ] as const) {
    expect(hard(query, CORPORA).subject, query).toEqual(subject);
  }
  for (const years of ["2015和2017", "2015与2017", "2015、2017", "2015或2017"]) {
    expect(hard(`高考地理 大题 ${years}`, CORPORA).year, years).toEqual([2015, 2017]);
  }
  expect(hard("高考地理 2015年至2017年", CORPORA).year).toEqual([2015, 2016, 2017]);
  // A list of things is none of subjects.
  for (const query of ["art and science of cooking", "law and order", "supply and government"]) {
    expect(hard(query, CORPORA), query).toEqual({});
  }
});

test("a Chinese name inside a longer word is none", () => {
  for (const word of [
    "地理大发现",
    "历史唯物主义",
    "解析几何",
    "整理数据",
    "重大题材",
    "提高一点",
  ]) {
    expect(hard(`${word} 意义`, CORPORA), word).toEqual({});
  }
  for (const query of [
    "高考地理洋流",
    "地理 洋流",
    "地理题 洋流",
    "洋流的地理选择题",
    "地理大题",
  ]) {
    expect(hard(query, CORPORA).subject, query).toEqual(["Geography"]);
  }
  expect(hard("高考解析几何", CORPORA).content_type).toBeUndefined();
});

test("Chinese question numbers, and years in characters", () => {
  expect(hard("2018高考数学第21题", CORPORA).question_number).toEqual(["21"]);
  expect(hard("高考数学 5题", CORPORA).question_number).toBeUndefined();
  expect(hard("二〇一五年高考物理", CORPORA).year).toEqual([2015]);
  expect(hard("一二三四年高考物理", CORPORA).year).toBeUndefined();
});

test("a numbered class is a level, an ordinal of the topic is none", () => {
  for (const query of ["exo de 3e sur thalès", "la symétrie en 3ème dans le plan", "maths de 3e"]) {
    expect(hard(query, CORPORA).level, query).toEqual(["3e (fin de collège)"]);
  }
  for (const query of ["la 3e loi de kepler", "en 3e position", "le 3e principe de newton"]) {
    expect(hard(query, CORPORA).level, query).toBeUndefined();
  }
});

test("years with a stroke between are a school year or two years", () => {
  expect(hard("brevet 2015/2016", CORPORA).year).toEqual([2015, 2016]);
  expect(hard("brevet 2013/2015", CORPORA).year).toEqual([2013, 2015]);
  expect(hard("brevet 2013-2015", CORPORA).year).toEqual([2013, 2014, 2015]);
});

test("a letter that begins a word is no unit of the year before it", () => {
  for (const rest of [
    "l'aire du terrain",
    "s'entraîner",
    "m'aider",
    "t-test",
    "v-t graph",
    "l’eau",
  ]) {
    expect(hard(`brevet 2016 ${rest}`, CORPORA).year, rest).toEqual([2016]);
  }
  for (const quantity of ["2016 l d'eau", "2016 m", "2016 g de sel", "2016 s", "2016 kg"]) {
    expect(hard(`brevet ${quantity}`, CORPORA).year, quantity).toBeUndefined();
  }
});

test("open ranges end with the corpus, in every language", () => {
  const last = CORPORA.vocabulary.years!.last;
  const from = (first: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
  for (const range of [
    "since 2020",
    "depuis 2020",
    "à partir de 2020",
    "seit 2020",
    "2020年以来",
  ]) {
    expect(hard(`brevet ${range}`, CORPORA).year, range).toEqual(from(2020));
  }
  expect(hard("brevet after 2020", CORPORA).year).toEqual(from(2021));
  expect(hard("18年高考历史", CORPORA).year).toEqual([2018]);
  expect(hard("高考历史 18年前", CORPORA).year).toBeUndefined();
  // Past the end of the corpus there is no range, and 88 is no year of its own.
  expect(read(`brevet since ${last + 1}`, CORPORA).year).toEqual([last + 1]);
  expect(hard("88年高考历史", CORPORA).year).toBeUndefined();
});

test("a word that heads a phrase of the topic is no kind of document", () => {
  for (const query of [
    "brevet 2021 polynésie programme de calcul",
    "brevet 2016 solutions d'une équation",
    "jamb 2014 solution of a salt in water",
    "activity of a radioactive source, jamb 2019",
  ]) {
    expect(hard(query, CORPORA).content_type, query).toBeUndefined();
  }
  expect(hard("programme de physique terminale").content_type).toEqual(["syllabus"]);
  expect(hard("solutions to gce physics june 2016").content_type).toEqual(["solution"]);
  expect(hard("correction de l'exercice 4 du brevet 2017", CORPORA).content_type).toEqual([
    "mark_scheme",
  ]);
});

test("a language that is no subject of the corpus is a language", () => {
  for (const query of ["isotopes, spanish", "spanish exam question on isotopes", "波 西班牙语版"]) {
    expect(hard(query, CORPORA).language, query).toEqual(["es"]);
  }
  expect(hard("用英语 解释 多普勒效应", CORPORA).language).toEqual(["en"]);
  expect(hard("高考英语 完形填空", CORPORA).subject).toEqual(["English"]);
  expect(hard("spanish physics exam question: isotopes", CORPORA).language).toEqual(["es"]);
  // A country or a language: told, never a gate.
  const [first] = extractScope("spanish history exam question: Franco", CORPORA).extracted;
  expect(first).toMatchObject({ field: "language", values: ["es"] });
  expect(first!.confidence).toBeLessThan(HARD_CONFIDENCE);
  for (const query of [
    "englische aufgabe zum dopplereffekt",
    "texte anglais sur la relativité",
    "english explanation of the doppler effect",
    "explicación inglesa del efecto",
  ]) {
    expect(hard(query, CORPORA).language, query).toEqual(["en"]);
  }
  for (const query of [
    "la langue allemande",
    "history of the german empire",
    "spanish flu 1918",
    "chinese philosophy",
  ]) {
    expect(hard(query, CORPORA).language, query).toBeUndefined();
  }
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
      expect(extractScope(query, GCE)).toEqual(NO_EXTRACTION);
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
