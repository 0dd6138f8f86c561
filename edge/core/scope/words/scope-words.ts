/**
 * Closed word lists of scope extraction: how five languages, English and French first, tie scope words
 * together, negate them and count. Folded forms (lower case, no accents). They name no subject, level,
 * exam or paper: those are vocabulary data.
 */

/** Words to look up. */
export type WordSet = Pick<ReadonlySet<string>, "has">;

/** The words that `text` lists and those of `others`; made at the first look, so that a Worker starts without. */
export function words(text: string, ...others: readonly WordSet[]): WordSet {
  let own: ReadonlySet<string> | null = null;
  return {
    has: (word) => {
      own ??= new Set(text.split(/\s+/u));
      return own.has(word) || others.some((other) => other.has(word));
    },
  };
}

/** Phrases that commas part, each as its words. */
export function phrases(text: string): readonly (readonly string[])[] {
  return text.split(",").map((phrase) => phrase.trim().split(/\s+/u));
}

/** Words that may stand between two scope words without parting them. */
export const FILLERS = words(
  `of the for in from on at and or to my our this that all any please de du des d la le les l en pour
   sur et ou au aux dans a par exam exams examination examinations examen test tests past question
   questions annale annales sujet sujets paper papers epreuve epreuves level levels niveau year
   annee session sessions series class classe cours syllabus s
   del el los las una un y e para por con zum zur vom von der das dem und fur furs bei beim aus
   prufung prufungen aufgabe aufgaben frage fragen prueba pruebas pregunta preguntas ejercicio
   ejercicios ano im jahr jahre sowie oder items
   的 和 与 及 或 年 真 题 试 卷`,
);

/** Fillers that may be cut from the edge of the topic text. */
export const EDGE_WORDS = words(
  `of the for in from on at and or to de du des d la le les l en pour sur et ou au aux dans a par
   auf 的 和 与 及 或 年 用`,
);

/** Words beside a name that show that it names a level. */
export const LEVEL_CUES = words("level niveau class classe grade syllabus curriculum");

/** "AP test prep", "AP students": what an acronym of a level stands before. */
export const COURSE_NOUNS = words(
  `test tests exam exams prep course courses class classes student students textbook book review practice
   question questions paper papers syllabus`,
);

/** Words after a name that show that it names a subject. */
export const SUBJECT_CUES = words(
  `syllabus curriculum exam exams examination test paper papers question questions past textbook
   class lesson lessons course homework hw quiz notes revision mcq mcqs midterm midterms finals elective
   seminar module rotation 101 102`,
);

/** Words before a name that show that it names a subject. */
export const SUBJECT_LEADS = words(
  "subject matiere course cours epreuve sujet sujets annale annales",
);

/** "physics of sailing", "histoire de l'atome": the name is the head of a phrase, not a scope. */
export const OF_WORDS = words("of de du des d del von der");

/** Function words before "form 4" at the end of a query that make it a verb. */
export const VERB_LEADS = words(
  "to can could will would may might must shall should does do did not they it we you atoms ions",
);

/** "3e loi de Newton": nouns that an ordinal counts, so that it is no level. */
export const ORDINAL_NOUNS = words(
  `loi lois law laws partie part siecle century republique republic etape step degre degree ordre
   order terme term puissance power position place question exercice exercise chapitre chapter
   personne person`,
);

/** "exo de 3e", "élève de 3e": what a French class has. */
export const CLASS_NOUNS = words(
  "exercice exercices exo exos cours eleve eleves programme devoir controle sujet sujets probleme",
);

/** Prepositions before a year that make it a date of the topic unless a scope word is near. */
export const DATE_LEADS = words(
  `in of since after before by until around during en depuis apres avant vers jusqu des pendant im um
   seit hacia durante hasta 在 于 自`,
);
/** "in the year 2018", "im Jahr 2018": between the preposition and the year. */
export const YEAR_NOUNS = words("year annee an jahr jahre ano");
/** What may lead to a date of the topic that no paper has: "of 1986", "de l'année 1986". */
export const DATE_ARTICLES = words("the de del du la le l el von vom der dem from");
/** "it was 2016", "c'était 2015", "es war 2018": who is not sure of the year says it so. */
export const TOLD_VERBS = words(
  "was were est etait war wars ist era fue es either entweder soit 是",
);
/** "summer 2019": the season of an exam names its year, but no month that papers carry. */
export const SEASONS = words(
  "summer winter spring autumn fall ete hiver printemps automne sommer fruhjahr herbst verano invierno",
);
/** "it was 2016 when": the year of something that happened. */
export const TOLD_BREAKS = words("when that quand que als cuando 时");
export const RANGE_WORDS = words("to until till through thru a au jusqu bis hasta 至 到");
export const BETWEEN_WORDS = words("between entre zwischen");
export const OR_WORDS = words("or ou oder o u 或");
export const LIST_WORDS = words("and or et ou puis y e o u und oder sowie 和 与 及 或");
/** "2018, maybe 2019", "2018 ou peut-être 2019", "2018年或者2019年": what one who is not sure says between. */
export const UNSURE_WORDS = words(
  `maybe perhaps possibly probably likely even i think guess believe or
   ou peut etre voire sinon je crois pense bien
   oder vielleicht eventuell glaube ich wohl moglicherweise auch
   o u quiza quizas tal vez creo posiblemente
   或 者 还 是 可 能 也 许 好 像`,
);
/** "2019 or is it 2021", "2018 ou c'était 2019": beside a word of doubt. */
export const UNSURE_LINKS = words("is it was that this c ce etait est war es das fue era 是");
/** List words of several tokens. */
export const LIST_PHRASES = phrases(
  "as well as,and also,and then,ainsi que,et aussi,asi como,als auch,und auch,y tambien,以 及",
);
/** Prepositions and articles by kind: members of a list repeat them ("du lycée et de l'université"). */
export const LINK_CLASSES: ReadonlyMap<string, number> = new Map(
  [
    "de du des d del of von vom",
    "the le la les l el los las der die das dem den",
    "en in im dans",
    "au aux a al to zum zur",
    "from aus",
    "for pour para fur por",
    "on about sur sobre uber",
    "at bei beim chez",
    "both",
  ].flatMap((text, index) => text.split(" ").map((word): [string, number] => [word, index])),
);
export const ARTICLES = words(
  "the a an le la les l un une der die das den ein eine el los las una",
);
/** What may still follow the last scope word of a query: "2018 please", "2010年的那道题". */
export const END_WORDS = words(
  `please pls plz svp stp bitte porfa por favor thanks thank you thx merci danke gracias s il vous te
   plait only 的 年 份 题 卷 真 试 那 这 道 篇 个 吗 呢 吧 啊 了 谢`,
);
/** "2015年": the word for year behind its number. */
export const YEAR_SUFFIX = "年";
/** "第21题": a question by its number. */
export const CHINESE_ORDINAL = "第";
export const CHINESE_QUESTION = "题";
/** Digits of a year in characters, "二〇一六". */
export const CHINESE_DIGITS: ReadonlyMap<string, string> = new Map([
  ...[..."零一二三四五六七八九"].map((digit, value): [string, string] => [digit, String(value)]),
  ["〇", "0"],
]);

/** "réponses aux questions": what an answer is of, behind its preposition. */
export const ANSWERED_NOUNS = words("questions fragen preguntas");
/** Signs that announce a number: "no 5", "n° 3". */
export const NUMBER_SIGNS = words("no n nr num number numero");

/** "correction exo": what a correction or solution is of. */
export const EXERCISE_NOUNS = words(
  `exercise exercises exercice exercices exo exos ejercicio ejercicios aufgabe aufgaben ubungen ubungsaufgabe
   ubungsaufgaben`,
);
/** "corrections des exos", "Lösung zur Aufgabe": between such a word and its exercise. */
export const EXERCISE_LINKS = words(
  `of to for the this these my de du des d l la le les ces mes a aux au pour sur los las del al para
   der die das den dem dieser zu zur zum fur von vom auf all tous toutes aller alle todos todas`,
);

/** "Physikfrage", "Mathebuch": the second part of a German compound that names a subject or level. */
export const COMPOUND_NOUNS: readonly string[] = [
  ..."fragen frage aufgaben aufgabe prufung klausur test tests unterricht schulbuch lehrbuch buch".split(
    " ",
  ),
  ..."stunde kurs stoff thema quiz niveau fach".split(" "),
];

/** "only the corrections", "juste la solution". */
export const SOLE_WORDS = words("only just juste seulement uniquement nur bloss solo solamente");
/** "auch Lösungen", "also the answers": what is asked for follows, too. */
export const ONLY_WORDS = words("also auch aussi tambien noch", SOLE_WORDS);
/** "with answers": what comes with something else. */
export const WITH_WORDS = words("with w avec mit con");
/** "corrections wanted", "solution svp", "énoncés seuls". */
export const REQUEST_WORDS = words(
  "wanted needed please pls plz svp stp bitte porfa seul seule seuls seules alone allein",
);

/** "North America centre", "Zentrum Asien": where an exam is sat. */
export const CENTRE_WORDS = words(
  `centre centres center centers centro centros zentrum zentren prufungszentrum prufungsort sede sedes zone
   version variant variante paper sujet sitting`,
);
/** "centre de Grèce"; an article would make it the middle of the country. */
export const CENTRE_LINKS = words("de d du of in en von a");
/** Before a place where an exam was set. */
export const PLACE_LEADS = words("en a au aux in at im bei du from");
/** "donné en 2015 en Asie", "set in Asia in 2016"; with accents, for "données" are data. */
export const SET_VERBS = words(
  `donné donnée donnés tombé tombée tombés posé posée posés proposé proposée proposés sorti sortie passé set
   given sat asked came appeared used gestellt drangekommen dran geschrieben cayó puesto salió planteado
   propuesto tomado`,
);

/** A number followed by one of these is a quantity, never a year, paper or question. */
export const UNITS = words(
  `mm cm dm m km um nm mg g kg t ml cl l dl s sec secs second seconds min mins minute minutes h hr hrs
   hour hours ms day days week weeks month months years people persons joule joules j kj mj cal kcal
   watt watts w kw mw volt volts v kv amp amps ampere amperes ohm ohms newton newtons n kn pascal
   pascals pa kpa hz khz mhz hertz kelvin kelvins k degree degrees celsius mol mole moles m2 m3 cm2
   cm3 dm3 km2 ft foot feet inch inches mile miles litre litres liter liters metre metres meter meters
   gram grams gramme grammes kilo kilos kilogram kilograms percent times
   euro euros dollar dollars naira francs cfa fcfa students pupils bonds electrons protons atoms
   molecules sides secondes heures jours semaines mois ans annees eleves personnes fois degres
   sheets copies`,
);

/** Words that make "paper" a sheet ("the spot on the paper 2 cm above"). */
export const SHEET_LEADS = words("the a this that my your their of on filter graph tracing litmus");

export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...numbered("one two three four five six seven eight nine ten"),
  ...numbered("un deux trois quatre cinq six sept huit neuf dix"),
]);
export const ORDINAL_WORDS: ReadonlyMap<string, number> = new Map([
  ...numbered("first second third fourth fifth sixth"),
  ...numbered("premiere deuxieme troisieme quatrieme cinquieme sixieme"),
  ["premier", 1],
  ["seconde", 2],
]);
export const ROMAN_NUMERALS: ReadonlyMap<string, number> = new Map(
  numbered("i ii iii iv v vi vii viii ix x"),
);

function numbered(text: string): [string, number][] {
  return text.split(" ").map((word, index): [string, number] => [word, index + 1]);
}

/** French function words; two different ones make a query French. */
export const FRENCH_WORDS = words(
  `le la les des du un une et est sont pour dans sur avec que qui quoi comment pourquoi quel quelle
   quels quelles au aux ce cette ces serie epreuve corrige exercice exercices niveau sujet annales
   calculer trouver montrer expliquer donner`,
);
