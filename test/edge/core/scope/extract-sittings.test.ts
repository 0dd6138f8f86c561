/** Places, months and answers of a sitting in queries that name no exam, told from those of a topic. */
import { describe, expect, test } from "vitest";
import { CORPORA, hard } from "./read-scope.ts";

const NONE = { paper: undefined, session: undefined };
const sitting = (query: string) => {
  const { paper, session } = hard(query, CORPORA);
  return { paper, session: session && [...new Set(session)] };
};

describe("a place and its sitting", () => {
  test.each([
    ["South American sitting Nov 2018, comic books", "Amérique du sud", "Novembre"],
    ["S. America nov 2016 charity run", "Amérique du sud", "Novembre"],
    ["N American paper june 2015: loan", "Amérique du Nord", "Juin"],
    ["cheese task sat in French Polynesia, September session", "Polynésie", "Septembre"],
    ["asked in Lebanon, June session: cube", "Liban", "Juin"],
    ["sudamérica convocatoria de noviembre hoja de cálculo", "Amérique du sud", "Novembre"],
    ["Länderspiele, Polynesien, Nachtermin im September", "Polynésie", "Septembre"],
    ["globo de cristal, examen de la Francia metropolitana, junio", "Métropole", "Juin"],
    ["sujet d'athènes (grèce) juin 19, deux roues", "Grèce", "Juin"],
    ["Prüfung aus Asien, Juni: Würfel", "Asie", "Juin"],
    ["polynésie 09/17 pyramide", "Polynésie", "Septembre"],
    ["pondi april 15 eggs n fish", "Pondichéry", "Avril"],
    ["moulin décoratif, polynésie rentrée 2019 (septembre)", "Polynésie", "Septembre"],
  ])("%s", (query, paper, session) => {
    const read = sitting(query);
    expect(read.paper?.[0]).toBe(paper);
    expect(read.session).toContain(session);
  });

  test.each([
    ["brevet math, july retake: whale sounds", ["Juillet"]],
    ["Brevet Asien, Nachtermin im Juli 2016", ["Juillet"]],
    ["brevet maths, the retake: whale sounds", ["Septembre"]],
  ])("%s: the month of a retake", (query, session) =>
    expect(sitting(query).session).toEqual(session),
  );

  test("a month with its paper at the end", () => {
    expect(sitting("canal locks, march paper").session).toEqual(["Mars"]);
    expect(sitting("march paper cutting craft")).toEqual(NONE);
  });

  test.each([
    "trade routes in Asia, September session of the UN",
    "les vents en Asie, session de juin",
    "cyclones in Polynesia, retake of satellite images",
    "Parliament session in March, Greece debt",
    "a paper from North America on bears",
    "sujet de la Grèce antique démocratie",
    "sujet d'histoire sur l'Asie, colonisation",
    "examen de la situación en Grecia: deuda",
    "Polynésie session photo juin",
    "Polynesia sitting on a plate",
    "Ungarn, Termin im Mai",
    "national 2 team",
    "国外高中毕业考的物理题",
    "国外的中考",
  ])("%s: none", (query) => expect(sitting(query)).toEqual(NONE));
});

describe("papers of the gaokao in other languages", () => {
  test.each([
    ["National III '16 Wilson", "新课标Ⅲ"],
    ["national II paper 2014 genetics", "新课标Ⅱ"],
    ["prueba nacional 3, Cao Cao", "新课标Ⅲ"],
    ["tea ceremony — national B paper", "全国乙卷"],
    ["jia-Bogen 2022 Vektoren", "全国甲卷"],
    ["quanguo yi juan 2022", "全国乙卷"],
  ])("%s", (query, paper) => expect(hard(query, CORPORA).paper).toContain(paper));
});

describe("answers asked for by their topic", () => {
  const kinds = (query: string) => hard(query, CORPORA).content_type;
  test.each([
    ["correction du moulin, polynésie septembre 2019", "mark_scheme"],
    ["Need the official correction of the cheese task, Asia June 2018", "mark_scheme"],
    ["réponses de la question sur le ballon, Liban 2016", "mark_scheme"],
    ["Lösung zu Länderspiele, Polynesien, Nachtermin im September", "solution"],
    ["soluciones a lo del tobogán, Polinesia septiembre 2018", "solution"],
    ["key to the exercise on torque", "solution"],
    ["résumé de la troisième loi de Newton, version anglaise", "summary"],
    ["pick-the-right-option q's on mitosis", "mcq"],
    ["la bolsa, opciones a b c d", "mcq"],
    ["something interactive on capacitors", "activity"],
  ])("%s", (query, kind) => expect(kinds(query)).toEqual([kind]));

  test.each([
    "correction de la vision, lentilles, Polynésie 2019",
    "solution de chlorure de sodium, Polynésie 2019",
    "réponses de l'Asie à la crise de 1997",
    "summary of the French Revolution",
    "key to the problem of poverty",
    "the key to success",
    "pick the right one for me",
    "cuadrilátero con a, b, c, d",
  ])("%s: none", (query) => expect(kinds(query)).toBeUndefined());
});
