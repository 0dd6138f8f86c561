/** Everyday names of centres, papers, sittings, kinds, classes and languages, beside look-alikes. */
import { describe, expect, test } from "vitest";
import type { ScopeField } from "#core/scope/curriculum-scope.ts";
import { CORPORA, hard } from "./read-scope.ts";

const field = (query: string, name: ScopeField) => hard(query, CORPORA)[name];

describe("centres and papers", () => {
  test.each([
    ["exo scratch frise dnb amsud nov 2019", "Amérique du sud"],
    ["brevet amnord juin 2018 vitesse", "Amérique du Nord"],
    ["sujet pondy mai 2018", "Pondichéry"],
    ["nlle-cal décembre 2015 dnb", "Nouvelle Calédonie"],
    ["cable car, South America centre, dec 2016", "Amérique du sud"],
    ["sujet de novembre pour l'Amérique latine 2017", "Amérique du sud"],
    ["nage libre, le sujet de la Guadeloupe et de la Guyane", "Antilles-Guyane"],
    ["Mathe Nachtermin September Polynesien, Länderspiele", "Polynésie"],
    ["Nachtermin im September in Polynesien, Fußball", "Polynésie"],
    ["December 2017 sitting Polynesia", "Polynésie"],
    ["19年国2 内分泌干扰物", "新课标Ⅱ"],
    ["17年Ⅲ卷椭圆", "新课标Ⅲ"],
    ["Gaokao Blatt I 2016 Bio", "新课标Ⅰ"],
    ["gaokao política 2022 papel B pangolín", "全国乙卷"],
  ])("%s", (query, paper) => expect(field(query, "paper")).toContain(paper));

  test.each([
    "au sujet de la Guyane, mines d'or",
    "sur le sujet de l'Amérique du Sud",
    "le sujet de la Grèce antique",
    "Konferenztermin im Juni Griechenland",
    "les vents en Asie, session de juin",
    "中国一带一路 2018 高考",
    "美国二战 2018",
    "2019年二卷胶带",
    "2018年高考第Ⅱ卷 非选择题",
    "Mechanik Blatt 2 2019",
    "work W & F, force",
    "brevet 2019 sujet B",
  ])("%s: none", (query) => expect(field(query, "paper")).toBeUndefined());
});

describe("sittings", () => {
  test.each([
    ["Dezembertermin Neukaledonien 2015", "Décembre"],
    ["Märzprüfung 2018 Brevet", "Mars"],
    ["le sujet tombé en juillet, hauteur d'eau", "Juillet"],
    ["examen que cayó en junio, dados", "Juin"],
    ["新喀里多尼亚 十二月场 2014 气温", "Décembre"],
    ["brevet 九月补考 波利尼西亚", "Septembre"],
  ])("%s", (query, session) => expect(field(query, "session")).toContain(session));

  test.each([
    "apples that came in june",
    "the paper published in March on lasers",
    "session de juin du parlement",
    "五月场馆开放",
    "六月考试很难 高考",
  ])("%s: none", (query) => expect(field(query, "session")).toBeUndefined());
});

describe("kinds", () => {
  test.each([
    ["solution only pls - mass deficit", "solution"],
    ["solution only, derivative of x^2", "solution"],
    ["Korrekturhinweise Brevet Südamerika", "mark_scheme"],
    ["阅卷标准 高考 2019 语文", "mark_scheme"],
    ["with worked corrections, boat race", "mark_scheme"],
    ["history source question about the Eight Banners", "structured_question"],
    ["给老师用的备课提示，匀速圆周运动", "teacher_note"],
    ["VWL Klasse 12: Gossensches Gesetz, ankreuzen", "mcq"],
    ["gap fill on photosynthesis", "fill_in_blank"],
  ])("%s", (query, kind) => expect(field(query, "content_type")).toEqual([kind]));

  test.each([
    "the system has a solution only if det=0",
    "acid solution only 5%",
    "open source question licensing",
    "full correction of myopia with lenses",
    "gaokao English national paper 1 gap fill about the moon",
  ])("%s: none", (query) => expect(field(query, "content_type")).toBeUndefined());
});

describe("classes, exams and subjects", () => {
  test.each<[string, ScopeField, string]>([
    ["salinité moyenne, c'est pour mes Tles", "level", "grade 12"],
    ["Coulomb, 1re année de fac", "level", "College"],
    ["juin 2015, my son in 3ème needs it", "level", "3e (fin de collège)"],
    ["A.P. physics mcqs pendulum", "level", "Advanced Placement"],
    ["CPA type questions - review engagement", "level", "professional"],
    ["stats for 11th/12th graders: random sample", "level", "grade 11"],
    ["stats for 11th/12th graders: random sample", "subject", "statistics"],
    ["end-of-collège certificate in France: cards", "exam", "DNB (diplôme national du brevet)"],
    ["the massive multitask benchmark, CF mutation", "exam", "MMLU"],
    ["Multiple-Choice zur Urbanisation in Geo", "subject", "Geography"],
    ["ses term monopole", "subject", "Economics"],
    ["ses term monopole", "level", "grade 12"],
    ["expertise comptable, passifs", "subject", "accounting"],
    ["律师执业水平的英文法律题", "subject", "law"],
    ["律师执业水平的英文法律题", "level", "professional"],
    ["中国史 材料题 2019", "subject", "History"],
    ["bin in der Maturaklasse, Magnet", "level", "grade 12"],
    ["voy en 4to medio, resistencias", "level", "grade 12"],
    ["en rhéto on voit les orbites", "level", "grade 12"],
    ["half life, class XII", "level", "grade 12"],
    ["licensed-psychologist level: attitudes", "level", "professional"],
    ["contabilidad (nivel contador público)", "level", "professional"],
    ["大一普物 声音的速度", "level", "College"],
    ["大一普物 声音的速度", "subject", "Physics"],
    ["Tourismusfach: Gästezufriedenheit", "subject", "Tourism"],
    ["comparative religion: elephant-headed god", "subject", "world religions"],
    ["生物科 DNA", "subject", "Biology"],
    ["ncee english 2020", "exam", "gaokao"],
    ["französische Abschlussprüfung 3ème, Louvre", "exam", "DNB (diplôme national du brevet)"],
    [
      "two numbers, gaokao arts-side maths",
      "level",
      "senior secondary (university entrance), humanities track (Math II)",
    ],
    ["Holzbalken, DNB, Herbsttermin 2020", "session", "Septembre"],
  ])("%s: %s", (query, name, value) => expect(field(query, name)).toContain(value));

  test.each<[string, ScopeField]>([
    ["mcq on a satellite in GEO", "subject"],
    ["le roi et ses ministres", "subject"],
    ["中国史上最大的战争", "subject"],
    ["orbita del cometa halley", "subject"],
    ["find A.P. of series", "level"],
    ["matura: Transformator 24 V primaire", "level"],
    ["my 14yo struggles with fractions", "level"],
    ["elle est passée en troisième vitesse", "level"],
    ["end of college exam", "exam"],
    ["法律题 1997年去世的鳏夫", "year"],
    ["en un cuarto medio vacío", "level"],
    ["figures de style en rhétorique", "level"],
    ["放大一倍的像", "level"],
    ["生物科学家的故事", "subject"],
    ["Mehrfach geladene Ionen", "subject"],
  ])("%s: no %s", (query, name) => expect(field(query, name)).toBeUndefined());
});

describe("languages", () => {
  test.each([
    ["troisième algebra, original French wording please", "fr"],
    ["exemple corrigé en VO anglaise : filtre polarisant", "en"],
    ["quel os rejoint le zygomatique (sources anglophones)", "en"],
    ["匈牙利游客，要西语的题目", "es"],
    ["律师执业水平的英文法律题", "en"],
    ["dados, en castellano, por favor", "es"],
  ])("%s", (query, language) => expect(field(query, "language")).toEqual([language]));

  test.each(["西语电影", "sources of French law", "the French source of the Rhone"])(
    "%s: none",
    (query) => expect(field(query, "language")).toBeUndefined(),
  );
});
