/** What a query rules out in five languages, for whole lists, and what only looks like it. */
import { describe, expect, test } from "vitest";
import type { ScopeField } from "#core/scope/curriculum-scope.ts";
import { extractScope } from "#core/scope/extract-scope.ts";
import { HARD_CONFIDENCE } from "#core/scope/scope-extraction.ts";
import { CORPORA, hard } from "./read-scope.ts";

const ruledOut = (query: string) =>
  extractScope(query, CORPORA)
    .excluded.filter(({ confidence }) => confidence >= HARD_CONFIDENCE)
    .flatMap(({ values }) => values);

describe("a negation holds for the whole list", () => {
  test.each([
    ["weder Physik noch Chemie, Energie", ["Physics", "Chemistry"]],
    ["ni physique ni chimie : énergie", ["Physics", "Chemistry"]],
    ["sans physique ni chimie", ["Physics", "Chemistry"]],
    ["ni maths ni physique", ["Mathematics", "Physics"]],
    ["energy excluding physics and biology", ["Physics", "Biology"]],
    ["except physics, chemistry and biology", ["Physics", "Chemistry", "Biology"]],
    ["without physics and chemistry", ["Physics", "Chemistry"]],
    ["ohne Physik und Chemie", ["Physics", "Chemistry"]],
    ["no physics, biology or chemistry", ["Physics", "Biology", "Chemistry"]],
    ["sin física ni química", ["Physics", "Chemistry"]],
    ["不要物理和化学", ["Physics", "Chemistry"]],
    ["除了物理和化学以外", ["Physics", "Chemistry"]],
    ["chemistry and physics excluded", ["Chemistry", "Physics"]],
  ])("%s", (query, subjects) => {
    expect(ruledOut(query)).toEqual(subjects);
    expect(hard(query, CORPORA).subject).toBeUndefined();
  });

  test.each([
    ["brevet sauf Polynésie et Asie", ["Polynésie", "Asie"]],
    ["hors Asie et Polynésie", ["Asie", "Polynésie"]],
    ["brevet sauf 2016 et 2017", [2016, 2017]],
  ])("%s", (query, values) => expect(ruledOut(query)).toEqual(values));
});

describe("what is ruled out is never what gates", () => {
  test.each<[string, ScopeField, (string | number)[]]>([
    ["anything but physics: heat", "subject", ["Physics"]],
    ["any subject but physics: heat", "subject", ["Physics"]],
    ["everything but physics: heat", "subject", ["Physics"]],
    ["all but physics: heat", "subject", ["Physics"]],
    ["brevet, any year but 2015", "year", [2015]],
    ["preguntas de química que no sean tipo test", "content_type", ["mcq"]],
    ["questions which aren't MCQs", "content_type", ["mcq"]],
    ["不是选择题的物理题", "content_type", ["mcq"]],
    ["exercices pas encore corrigés", "content_type", ["mark_scheme"]],
    ["leave out physics", "subject", ["Physics"]],
    ["leave physics out", "subject", ["Physics"]],
    ["energy minus physics", "subject", ["Physics"]],
    ["energy -physics", "subject", ["Physics"]],
    ["energy (not: physics)", "subject", ["Physics"]],
    ["非物理", "subject", ["Physics"]],
    ["别给我物理题", "subject", ["Physics"]],
    ["不包括化学", "subject", ["Chemistry"]],
    ["物理除外", "subject", ["Physics"]],
    ["all subjects except law", "subject", ["law"]],
    ["brevet sauf juin", "session", ["Juin"]],
    ["除了2015年以外", "year", [2015]],
    ["高考 除2015年外", "year", [2015]],
    ["AP physics, not the 2015 one", "year", [2015]],
    ["gaokao 2016 -mcq", "content_type", ["mcq"]],
    ["brevet 2016, ni Asie ni Liban", "paper", ["Asie", "Liban"]],
    ["à part la physique", "subject", ["Physics"]],
  ])("%s", (query, field, values) => {
    expect(ruledOut(query)).toEqual(values);
    expect(hard(query, CORPORA)[field]).toBeUndefined();
  });

  test.each([
    ["neither physics nor chemistry, biology", "Biology"],
    ["statt Physik lieber Biologie", "Biology"],
    ["en vez de física, química", "Chemistry"],
    ["rather chemistry than physics", "Chemistry"],
    ["lieber Chemie als Physik", "Chemistry"],
    ["plutôt la chimie que la physique", "Chemistry"],
    ["plutôt chimie que physique", "Chemistry"],
    ["prefiero la química a la física", "Chemistry"],
    ["mejor química que física", "Chemistry"],
    ["I prefer chemistry to physics", "Chemistry"],
    ["nicht Physik sondern Chemie", "Chemistry"],
    ["physique -chimie", "Physics,Chemistry"],
  ])("%s: only the wanted one stays", (query, subject) => {
    expect(hard(query, CORPORA).subject?.join(",")).toEqual(subject);
  });
});

test("a part of physics is wanted", () => {
  expect(hard("optics, a part of physics", CORPORA).subject).toEqual(["Physics"]);
});

describe("neither wanted nor ruled out", () => {
  test.each([
    "not only physics",
    "pas que la physique",
    "nicht nur Physik",
    "no solo física",
    "不仅是物理",
    "not just college physics",
    "not only high school physics but college too",
    "physics is not my favourite, but photosynthesis in plants",
    "la física no es mi fuerte, qué es la fotosíntesis",
    "no physics background, what is entropy",
    "sans bases de physique, qu'est-ce que l'entropie",
    "ohne Vorkenntnisse in Physik, was ist Entropie",
    "没有物理基础 什么是熵",
  ])("%s", (query) => {
    expect(hard(query, CORPORA)).toEqual({});
    expect(ruledOut(query)).toEqual([]);
  });

  test.each([
    ["not only physics, biology too", ["Physics", "Biology"]],
    ["nicht nur Physik, sondern auch Chemie", ["Physics", "Chemistry"]],
  ])("%s: both are wanted", (query, subjects) => {
    expect(hard(query, CORPORA).subject).toEqual(subjects);
    expect(ruledOut(query)).toEqual([]);
  });

  test.each([
    ["there aren't any answers for brevet 2016", "solution"],
    ["j'ai le sujet mais pas encore le corrigé, brevet 2016", "mark_scheme"],
    ["ya pas le corrigé du brevet 2016 ??", "mark_scheme"],
  ])("%s: lacked, so asked for", (query, kind) =>
    expect(hard(query, CORPORA).content_type).toEqual([kind]),
  );

  test("the gap of a question ends a negation", () => {
    const query = "All of the following are presidential powers EXCEPT... (high school government)";
    expect(hard(query, CORPORA).level).toEqual(["High school"]);
    expect(ruledOut("everything EXCEPT high school physics")).not.toEqual([]);
  });

  test("a bracket goes on with it", () => {
    expect(ruledOut("no physics (or chemistry) please")).toHaveLength(2);
    expect(hard("biology (or chemistry) please", CORPORA).subject).toEqual([
      "Biology",
      "Chemistry",
    ]);
  });
});
