/** How people talk around what they want, in five languages: what they lack, are not sure of, read. */
import { describe, expect, test } from "vitest";
import type { ScopeField } from "#core/scope/curriculum-scope.ts";
import { extractScope } from "#core/scope/extract-scope.ts";
import { CORPORA, hard } from "./read-scope.ts";

const field = (query: string, name: ScopeField) => hard(query, CORPORA)[name];
const ruledOut = (query: string) =>
  extractScope(query, CORPORA).excluded.flatMap(({ values }) => values);

describe("what somebody lacks is asked for", () => {
  test.each([
    ["j'trouve pas le corrigé du brevet 2017", "mark_scheme"],
    ["y a pas de corrigé pour le brevet asie 2016 ?", "mark_scheme"],
    ["aucun corrigé trouvé brevet 2018", "mark_scheme"],
    ["j'ai le sujet mais pas le corrigé, brevet liban 2017", "mark_scheme"],
    ["can't find the mark scheme, brevet 2018", "mark_scheme"],
    ["there's no mark scheme for gaokao physics 2019", "mark_scheme"],
    ["no answers anywhere, gaokao physics 2019", "solution"],
    ["I have the paper but not the mark scheme, brevet 2017", "mark_scheme"],
    ["my book has the exercises but no answers, gaokao physics", "solution"],
    ["ich habe keine Lösung zum Brevet 2016", "solution"],
    ["habe die Aufgaben aber nicht die Lösungen, Brevet 2017", "solution"],
    ["no encuentro las soluciones del brevet 2016", "solution"],
    ["tengo el examen pero no las soluciones, brevet 2017", "solution"],
    ["高考物理找不到答案 2019", "mark_scheme"],
  ])("%s", (query, kind) => {
    expect(field(query, "content_type")).toEqual([kind]);
    expect(ruledOut(query)).toEqual([]);
  });

  test.each([
    ["physics, just no mcqs", "mcq"],
    ["do you have physics questions but no mcq please", "mcq"],
    ["pas besoin du corrigé brevet 2016", "mark_scheme"],
    ["je veux pas le corrigé, juste le sujet brevet 2016", "mark_scheme"],
    ["Physik Klasse 12, keine Multiple-Choice-Fragen", "mcq"],
    ["no quiero opción múltiple, física", "mcq"],
    ["高考物理 不要选择题", "mcq"],
    ["有没有不是选择题的 高中物理", "mcq"],
    ["a non-mcq physics question, high school", "mcq"],
    ["my teacher doesn't accept mcq, AP physics", "mcq"],
    ["anything but multiple choice for HS biology", "mcq"],
    ["pas celui de 2018, brevet asie", 2018],
    ["nicht die von 2018, Brevet Asien", 2018],
  ])("%s: ruled out", (query, kind) => expect(ruledOut(query)).toEqual([kind]));
});

describe("years and months that somebody remembers", () => {
  test.each([
    ["not sure if it was 2016 or 17 brevet strawberry jam", [2016, 2017]],
    ["c'était 2015 ou 2016 je crois, brevet pythagore", [2015, 2016]],
    ["es war 2018 oder 19, Brevet Asien", [2018, 2019]],
    ["brevet asie 2019 ou 20 élèves", [2019]],
    ["which brevet had the balloon? 2018 i think, maybe 2019", [2018, 2019]],
    ["2018年或者2019年 全国二卷 数学", [2018, 2019]],
    ["french brevet, summer 2019 — cannonballs", [2019]],
    ["problème donné en Polynésie en 2014, 3e", [2014]],
    ["brevet world cup 2014 problem asie 2016", [2016]],
  ])("%s", (query, years) => expect(field(query, "year")).toEqual(years));

  test.each([
    "brevet, les médailles d'or aux JO d'hiver de Pyeongchang 2018",
    "2018年世界杯 高考政治",
    "in March 2011 the Fukushima reactor, physics high school mcq",
  ])("%s: none", (query) => expect(field(query, "year")).toBeUndefined());

  test.each([
    "brevet asie junio de 2019",
    "Brevet Asien, Juni des Jahres 2019",
    "brevet polynésie juin de l'année 2019",
    "mur de Berlin novembre 1989, brevet Asie juin 2019",
  ])("%s: June 2019", (query) =>
    expect(hard(query, CORPORA)).toMatchObject({ session: ["Juin"], year: [2019] }),
  );

  test.each([
    "Free French, June 1940, gaokao history 2015",
    "im August 1914 Kriegsausbruch, Klasse 12",
    "guerra civil julio de 1936, bachillerato",
    "1940年6月 高考历史",
  ])("%s: no sitting", (query) => expect(field(query, "session")).toBeUndefined());
});

describe("centres beside their word", () => {
  test.each([
    ["brevet maths, North America centre, 2019", "Amérique du Nord"],
    ["brevet, Prüfungszentrum Griechenland, 2018", "Grèce"],
    ["brevet francés, centro de Grecia, 2019", "Grèce"],
    ["Brevet Mathe 2017, Frankreich Mutterland, Strahlensatz", "Métropole"],
    ["exercice de troisième tombé en 2016 en Asie", "Asie"],
    ["maths 3e set in 2016 in South America", "Amérique du sud"],
  ])("%s", (query, paper) => expect(field(query, "paper")).toEqual([paper]));

  test.each([
    "le centre de la Grèce antique, brevet",
    "données en Asie en 2016, 3e géographie",
    "brevet 2014 exercise on the distance between Greece and Lebanon",
  ])("%s: none", (query) => expect(field(query, "paper")).toBeUndefined());
});

describe("the language of the material", () => {
  test.each([
    ["german language physics questions: two steel cubes", ["de"]],
    ["english language physics questions", ["en"]],
    ["12th grade geography in Spanish - name of the lake", ["es"]],
    ["livre de physique anglophone de première année", ["en"]],
    ["Francophone class, geography", ["fr"]],
    ["physics, German-medium school", ["de"]],
    ["libro de física para hispanohablantes", ["es"]],
    ["qcm en langue française, physique", ["fr"]],
    ["Physik Klasse 12 in deutscher Sprache", ["de"]],
    ["my student only reads Spanish, physics", ["es"]],
    ["elle ne lit que l'espagnol, physique", ["es"]],
    ["sie versteht nur Deutsch, Physik", ["de"]],
    ["学生只懂英文 高中物理", ["en"]],
    ["有没有英文的高中物理单选题", ["en"]],
    ["有没有德语的物理题", ["de"]],
    ["half life, is there a Spanish one as well as the German one", ["es", "de"]],
    ["textbook in German or English about optics", ["de", "en"]],
    ["English/French glossary of optics", ["en", "fr"]],
    ["traducción al inglés del gaokao 2019 física", ["en"]],
    ["ins Englische übersetzt: Gaokao Physik 2019", ["en"]],
  ])("%s", (query, languages) => expect(field(query, "language")).toEqual(languages));

  test.each([
    "the Free French question from the 2015 gaokao",
    "Spanish Civil War questions, gaokao history",
    "French-speaking Africa geography",
    "les pays anglophones, géographie",
    "une voiture allemande roule, physique terminale",
    "德语区国家的地理",
    "students only speak English at home survey, sociology",
    "the English one-child policy debate",
  ])("%s: none", (query) => expect(field(query, "language")).toBeUndefined());
});

describe("kinds of documents", () => {
  test.each([
    ["Lösungen zum französischen Brevet, Polynesien", ["solution"]],
    ["soluciones del brevet francés", ["solution"]],
    ["solutions to the AP test prep on relativity", ["solution"]],
    ["18年全国一卷理数填空压轴", ["fill_in_blank"]],
    ["hands on lab: feel the bass, high school", ["activity"]],
    ["2020年高考生物 那道的答案有吗", ["mark_scheme"]],
    ["programme de physique terminale", ["syllabus"]],
  ])("%s", (query, kinds) => expect(field(query, "content_type")).toEqual(kinds));

  test.each([
    "calculation programme, Greece 2019 brevet",
    "programme de calcul, brevet Asie 2018",
    "programa de cálculo brevet 2017",
    "fill the gaps passage. Gaokao English 2018",
    "the solution to the high school bullying problem",
    "a brevet exercise about strawberry jam",
  ])("%s: none", (query) => expect(field(query, "content_type")).toBeUndefined());
});

test("an exam at the end of school, whatever it is called", () => {
  for (const query of [
    "Examen final de secundaria, Física",
    "final high school exam physics",
    "examen final du secondaire, physique",
    "Physik Abschlussexamen",
    "高中毕业考试 物理",
  ])
    expect(field(query, "exam"), query).toEqual(["school-leaving / high-school examination"]);
});
