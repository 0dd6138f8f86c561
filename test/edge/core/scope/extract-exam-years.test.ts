/** Words that tie a year to an exam, and the same words where the year is that of the topic. */
import { describe, expect, test } from "vitest";
import { CORPORA, hard, read } from "./read-scope.ts";

const gated = (query: string) => hard(query, CORPORA).year;
const seen = (query: string) => read(query, CORPORA).year;

describe("the edition of an exam", () => {
  test.each([
    ["Gaokao Jahrgang 2020 Dopplereffekt Ultraschall im Blut", 2020],
    ["Gaokao, Jahrgang 2021: Photosynthese von Tomaten", 2021],
    ["brevet édition 2017 volume d'une piscine", 2017],
    ["DNB millésime 2016 vitesse d'un cycliste", 2016],
    ["gaokao edición 2018 inducción electromagnética", 2018],
    ["la edición 2016 del brevet", 2016],
    ["JAMB edition 2014 osmosis in potato strips", 2014],
    ["高考 2019届 光合作用", 2019],
    ["jia-Bogen 2022 Vektoren (m,3) und (1,m+1) orthogonal", 2022],
    ["Klausur 2016 Stetigkeit", 2016],
  ])("%s", (query, year) => expect(gated(query)).toEqual([year]));

  test.each([
    "Wein Jahrgang 2015 Alkoholgehalt Chemie",
    "Geburtenzahl Jahrgang 2010",
    "Kreisbogen 2022 cm lang",
    "Flugblatt 2015 Flüchtlinge Politik",
    "une bouteille millésime 2012 fermentation biologie",
    "brevet, édition 2016 du marathon",
    "brevet : festival, 2500 spectateurs à l'édition 2016",
    "edición 2016 de la vuelta ciclista velocidad media física",
    "Encyclopaedia Britannica edition 2010 history of encyclopedias",
  ])("%s: none", (query) => expect(gated(query)).toBeUndefined());
});

describe("a part of a language paper", () => {
  test.each([
    ["高考 English reading 2021 plastic polluting the oceans", 2021],
    ["JAMB English comprehension 2015 the village market", 2015],
    ["brevet français dictée 2017 Romain Gary", 2017],
    ["brevet rédaction 2018 souvenir d'enfance", 2018],
    ["Gaokao Englisch Leseverstehen 2018 Kaffee und Gesundheit", 2018],
    ["gaokao inglés lectura 2017 los delfines", 2017],
    ["高考英语完形填空 2016 公交司机", 2016],
  ])("%s", (query, year) => expect(gated(query)).toEqual([year]));

  test.each([
    "reading habits 2015 survey statistics",
    "lectura 2012 hábitos de lectura en España",
    "阅读量 2018 中国人均 统计",
    "gaokao English reading about life expectancy in 2010",
    "PISA reading 2018 results by country",
  ])("%s: none", (query) => expect(gated(query)).toBeUndefined());
});

describe("that question of a year", () => {
  test.each([
    ["医用酒精浓度75%还是95% 2012年那道化学题", 2012],
    ["丹霞地貌 2015年那套卷子", 2015],
    ["烧杯 2016年那题", 2016],
  ])("%s", (query, year) => expect(gated(query)).toEqual([year]));

  test.each(["海地 2010年那场地震 化学题", "经济 2008年那次危机 怎么发生的"])("%s: none", (query) =>
    expect(gated(query)).toBeUndefined(),
  );

  test("a percentage before a year is another number: 16% is none", () => {
    expect(seen("brevet 16% 2012 fromage")).toEqual([2012]);
    expect(seen("brevet x % 2012")).toBeUndefined();
  });
});

describe("what an exam asked in a year", () => {
  test.each([
    ["How did China's national college entrance exam ask about Usain Bolt's 100m in 2010?", 2010],
    ["what did jamb ask in 2015 about osmosis", 2015],
    ["what did the brevet ask about Scratch in 2016?", 2016],
    ["Comment le brevet a-t-il interrogé sur les séismes en 2018 ?", 2018],
    ["Was hat das Gaokao im Jahr 2019 über Ellipsen gefragt?", 2019],
    ["Wie hat das Gaokao nach Ellipsen gefragt im Jahr 2019?", 2019],
    ["¿Qué preguntó el gaokao sobre parábolas en 2017?", 2017],
    ["高考在2021年是怎么考椭圆的", 2021],
  ])("%s", (query, year) => expect(gated(query)).toEqual([year]));

  test.each([
    "What did jamb ask about the population of Lagos in 2006?",
    "what did jamb ask about Nigeria's independence in 1960?",
    "How does the gaokao ask about China's GDP in 2010?",
    "Comment le brevet a-t-il interrogé sur les attentats en 2015 ?",
    "Was fragt das Gaokao über Chinas Bevölkerung im Jahr 2010?",
    "¿Qué preguntó el gaokao sobre las elecciones en 2016?",
    "the exam asked how many tourists came in 2014",
    "brevet: le maire a demandé en 2014 un audit",
  ])("%s: none", (query) => expect(gated(query)).toBeUndefined());
});

describe("a stretch of years", () => {
  test.each([
    ["between 2016 and 2018: poverty alleviation through vocational training item", 2016, 2018],
    ["entre 2015 et 2017 : la question sur la photosynthèse", 2015, 2017],
    ["zwischen 2014 und 2016: die Aufgabe zum Federpendel", 2014, 2016],
    ["entre 2013 y 2016: pregunta de la palanca", 2013, 2016],
    ["高考政治 2013～2017年真题", 2013, 2017],
    ["2013-2017年高考政治", 2013, 2017],
    ["高考数学2015-2018年导数大题", 2015, 2018],
    ["高考化学2016-2018年全国卷", 2016, 2018],
  ])("%s", (query, first, last) => {
    const years = gated(query)!;
    expect([years[0], years.at(-1)]).toEqual([first, last]);
  });

  test.each([
    "between 2010 and 2015 the population of Lagos grew",
    "between 2012 and 2014: house prices, exercise",
    "entre 2010 et 2015, les ventes ont augmenté, calculer le taux",
    "de 2013 à 2015 : exercice sur la population",
    "zwischen 2010 und 2014: Arbeitslosigkeit in Deutschland",
    "entre 2008 y 2012: el paro en España",
    "高考政治 2013～2017年消费",
    "高考政治 2013～2017年消费对经济增长的贡献率",
    "高考地理 2010-2015年人口变化",
    "高考历史2013到2017年改革开放",
  ])("%s: none", (query) => expect(gated(query)).toBeUndefined());

  test("that is glued to a topic is still worth a mark", () => {
    expect(seen("高考政治 2013～2017年消费")).toHaveLength(5);
  });
});

describe("two digits behind the word for year or as a month and a year", () => {
  test.each([
    ["la del SMIC en los centros extranjeros, año 13, rango y mediana", 2013],
    ["brevet, año 16, la piscina", 2016],
    ["brevet Asie, année 15, ballon sonde", 2015],
    ["dnb métropole année 14 aquarium", 2014],
    ["Brevet Polynesien, Jahr 17, Kegelvolumen", 2017],
    ["Gaokao, Jahrgang 19, Ellipse", 2019],
    ["brevet Wallis et Futuna 12/17 wheat seedling heights", 2017],
    ["pondichéry april 15 chocolate eggs n fish into identical bags", 2015],
    ["brevet Antillas junio 18, el camión", 2018],
  ])("%s", (query, year) => expect(gated(query)).toEqual([year]));

  test.each([
    "año 13, rango y mediana",
    "un árbol en el año 13, altura",
    "brevet : capital placé, année 15, intérêts",
    "brevet suite : année 13, année 14, année 15",
    "Brevet: Tabelle Jahr 12, Jahr 15, Umsatz",
    "brevet année 14 élèves",
    "Year 13, physics, circular motion",
    "brevet fraction 12/17 d'un gâteau",
    "brevet 12/17 élèves ont réussi",
    "brevet Wallis et Futuna 12/17 de la population",
    "brevet Polynésie 11/20",
    "Easter egg hunt april 15 chocolate eggs n fish",
    "Pondicherry, april 15 high tide geography",
  ])("%s: none", (query) => expect(gated(query)).toBeUndefined());
});

describe("a month and its year", () => {
  test.each([
    ["les réponses du pavage pied-de-coq de mai 2018", 2018],
    ["the answers to the windmill one of June 2017", 2017],
    ["Lösung vom Glücksrad Juni 2019", 2019],
    ["la solución del mosaico de mayo 2018", 2018],
    ["corrigé sondage cantine juin 2017", 2017],
    ["economics inflation 2015", 2015],
  ])("%s", (query, year) => expect(gated(query)).toEqual([year]));

  test.each([
    "les réponses du sondage de mai 2018",
    "the answers to the survey of May 2018",
    "les résultats du vote de juin 2016",
    "die Ergebnisse der Umfrage von Mai 2018",
    "las respuestas de la encuesta de mayo 2018",
    "les ventes de mai 2018 comparées à juin 2018",
    "population au recensement de mars 2011",
  ])("of a survey or a figure: %s", (query) => {
    const { year, session } = hard(query, CORPORA);
    expect([year, session]).toEqual([undefined, undefined]);
  });
});
