/**
 * Common words for levels, subjects and exams that the judge knows beside the corpus' own values. It is
 * the judge's own list: it must not be taken from the product's vocabulary, or the check would be
 * none.
 */

/** Corpus value in normal form, and words that name it. */
export const SYNONYMS: Readonly<
  Record<"level" | "subject" | "exam", readonly (readonly [string, string[]])[]>
> = {
  level: [
    ["high school", ["secondary school", "lycée", "lycee", "highschool"]],
    ["college", ["university", "undergraduate", "college level"]],
    ["college (introductory)", ["college", "university", "introductory college"]],
    ["college (ap)", ["ap", "advanced placement"]],
    ["advanced placement", ["ap"]],
    ["elementary", ["elementary school", "primary school"]],
    ["professional", ["professional exam"]],
    ["3e (fin de collège)", ["troisième", "3e", "3ème", "3eme", "brevet", "dnb"]],
    ["senior secondary (university entrance)", ["高中", "高考", "gaokao"]],
    ["grade 12", ["terminale", "12th grade", "klasse 12", "abitur", "bachillerato"]],
    ["grade 11", ["11th grade", "klasse 11"]],
    ["grade 10", ["10th grade", "klasse 10", "seconde"]],
    ["grade 9", ["9th grade", "klasse 9"]],
    ["grade 8", ["8th grade", "klasse 8"]],
  ],
  exam: [["dnb (diplôme national du brevet)", ["dnb", "brevet"]]],
  subject: [
    ["physics", ["physique", "physik", "física", "fisica", "物理", "phys"]],
    ["chemistry", ["chimie", "chemie", "química", "quimica", "化学", "chem"]],
    ["biology", ["biologie", "biología", "svt", "生物", "bio"]],
    ["mathematics", ["math", "maths", "mathe", "mathematik", "matemáticas", "数学"]],
    ["mathématiques", ["maths", "math", "mathe", "mathematik", "matemáticas"]],
    ["history", ["histoire", "geschichte", "historia", "历史"]],
    ["geography", ["géographie", "geographie", "geografía", "erdkunde", "地理"]],
    ["political science", ["politics", "politique", "politik", "政治"]],
    ["government and politics", ["gov and politics", "government", "us government"]],
    ["chinese", ["语文"]],
    ["english", ["英语"]],
    ["computer science", ["informatique", "informatik", "informática", "comp sci"]],
    ["economics", ["économie", "eco", "éco", "econ", "wirtschaft", "economía"]],
    ["economics basics (theoretical)", ["économie", "eco", "éco", "wirtschaft"]],
    ["economics & marketing", ["économie", "eco", "éco", "wirtschaft", "marketing"]],
    ["microeconomics", ["micro", "microéconomie"]],
    ["macroeconomics", ["macro", "macroéconomie"]],
    ["statistics", ["stats", "stat", "statistiques", "statistik"]],
    ["philosophy", ["philosophie", "philo", "filosofía"]],
    ["psychology", ["psychologie", "psicología", "psych"]],
  ],
};
