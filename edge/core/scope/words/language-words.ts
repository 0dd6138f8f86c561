/** Closed word lists that tell a language that is asked for from a people, a country and a school subject. */
import { SOLE_WORDS, words } from "./scope-words.ts";

/** "in French", "en anglais", "用英语": words that lead to the language that is asked for. */
export const LANGUAGE_LEADS = words("in en auf em 用");
/** "French version", "version allemande", "英文版". */
export const VERSION_WORDS = words(
  `version versions versionen versiones language langue translation traduction traduccion ubersetzung edition
   editions edicion ausgabe copy versione versioni versao versoes verzija wersja traduzione traducao edizione
   edicao lengua idioma lingua vo 版`,
);
/** "en langue allemande", "de lengua inglesa"; alone "la langue allemande" is what one speaks. */
export const LANGUAGE_WORDS = words("langue lengua idioma lingua");
/** "in polnischer Sprache", "in the Greek language". */
export const LANGUAGE_TAILS = words("sprache language");
/** "lang:sq", "language: Spanish". */
export const LANGUAGE_LABELS = words("lang language langue sprache idioma lengua lingua");
/** "english explanation", "deutscher Text": what is written in a language, whatever the subject. */
export const LANGUAGE_NOUNS = words(
  `text texts explanation passage aufgabe aufgaben erklarung lehrbuch schulbuch originaltext original fassung
   glossary glossar summary summaries worked resume resumes wording phrasing wortlaut`,
);
/** "texte anglais", "resumen inglés": nouns that their adjective follows. */
export const ROMANCE_NOUNS = words(
  `texte textes explication enonce texto textos explicacion glossaire lexique glosario resumen resumenes
   synthese formulaire formulario definition definicion testo testi madrelingua`,
);
/** "英文", "中文": the last character of a language as it is written. */
export const WRITTEN_LANGUAGE = "文";
/** "for German speakers". */
export const SPEAKER_WORDS = words("speaker speakers speaking");
/** "Croatian-speaking pupils", "Polish-medium school": with their language like "anglophone". */
export const SPOKEN_TAILS = words("speaking medium");
/** "anglophone", "German-medium", "hispanohablante": said of people, countries, schools and books. */
export const SPOKEN_NAME = /(?:phone[nrs]?|fon[oa]s?|hablantes?|parlantes?)$/u;
/** "ressources anglophones", "German-medium school": what makes such a word the language of the material. */
export const MATERIAL_NOUNS = words(
  `school schools class classes classroom student students pupil pupils learner learners kid kids course
   courses textbook textbooks book books resource resources material materials worksheet worksheets
   handout
   section cours classe ecole lycee college eleve eleves etudiant etudiants livre livres manuel manuels
   ressource ressources document documents fiche fiches support supports exercice exercices exo exos
   sujet source sources quelle quellen fuente fuentes
   sujets site libro libros recurso recursos materiales clase colegio escuela alumno alumnos alumna
   estudiante
   estudiantes ficha fichas curso schule klasse schuler unterricht unterlagen kurs`,
);
/** "any Ukrainian material", "Polish resources". */
export const RESOURCE_NOUNS = words(
  "material materials resource resources handout worksheet stuff",
);
/** "a Spanish one", "the German ones". */
export const PRONOUNS = words("one ones");
export const PRONOUN_LEADS = words("a an the any some no that this");
/** "only reads Spanish", "versteht nur Deutsch", "ne lit que l'espagnol", "只懂英文". */
export const READ_VERBS = words(
  `read reads understand understands speak speaks know knows lit lis lisent comprend comprends comprennent
   parle parlent liest lese lesen versteht verstehe verstehen spricht spreche sprechen kann lee leo leen
   habla hablo hablan entiende entiendo entienden sabe sabemos saben 懂 会 看 读 讲 说`,
);
export const LANGUAGE_ONLY = words("que unicamente 只", SOLE_WORDS);
/** "in German about a coil": what is asked for goes on after the language. */
export const LANGUAGE_FOLLOWERS = words(
  `than about on re regarding concerning with where that which what how when why qui dont sur uber sobre
   please pls`,
);

/** "preguntas", "exercice": nouns that no adjective precedes ("la guerra civil española, preguntas"). */
export const ROMANCE_QUESTIONS = words(
  `exercice exercices pregunta preguntas ejercicio ejercicios domanda domande pergunta perguntas`,
);

/** "german question", "exercice allemand": a question may be one of the subject of that name, too. */
export const QUESTION_NOUNS = words(
  `question questions mcq mcqs exercise exercises exercice exercices pregunta preguntas ejercicio
   ejercicios frage fragen domanda domande pergunta perguntas`,
);
/** "polish vocational test item", "lithuanian history exam": what a subject has in a language. */
export const TEST_NOUNS = words(
  "exam exams examination test tests item items paper papers past problem problems worksheet prufung klausur",
);
/** "Turkish history", "Greek philosophy": subjects of which every people has its own. */
export const NATIONAL_SUBJECTS = words(
  `history geography literature law politics government philosophy art arts music religion society culture
   medicine economy economie economia wirtschaft histoire geographie litterature droit politique
   philosophie musique geschichte erdkunde recht politik kunst musik historia geografia literatura derecho
   politica filosofia arte musica storia 历史 地理`,
);
/** "bac croate": an exam that many countries have. */
export const NATIONAL_EXAMS = words("bac baccalaureat bachillerato matura maturita examen");
/** "what is the word for water in Spanish", "what does X mean in Latin": asked about, not asked for. */
export const MEANING_WORDS = words(
  `word meaning means mean known called call say spell pronounce etymology mot signifie signification wort
   bedeutet heisst palabra significa significado parola`,
);
/** "wie sagt man das auf Deutsch", "cómo se dice en inglés", "comment dit-on en anglais". */
export const MEANING_PHRASES: ReadonlySet<string> = new Set(
  "sagt man,man sagt,se dice,se llama,dit on,on dit,si dice".split(","),
);
/** "英语怎么说". */
export const MEANING_TAILS = words("怎么说 怎么读 怎么写 叫什么");
/** "文明", "文学", "文化": a Chinese word that a language as it is written (文) only seems to end in. */
export const CULTURE_TAILS = words("明 化 学 献 艺 物 字 人 豪 坛");

/** "explain in English", "réponds-moi en français", "erkläre es auf Deutsch": the language of the reply. */
export const REPLY_VERBS = words(
  `traduis traduisez traduire traduce traduceme ubersetze ubersetzen 译 explain explaining reply respond
   tell speak talk write translate repond reponds repondez repondre explique expliques expliquez expliquer
   dis parle parlez ecris antworte antwortet antworten erklar erklare erklaren beantworte schreib schreibe
   sprich responde respondeme responder contesta contestame explica explicame explicar dime escribe habla
   hablame`,
);
/** "answer in English" is such a verb behind a request or a sign; else "answer" is what is asked for. */
export const REPLY_NOUNS = words("answer answers antwort");
export const REPLY_LEADS = words(
  "please pls plz you to and must should can could will would just only svp bitte",
);
/** Between such a verb and its language. */
export const REPLY_OBJECTS = words(
  "me moi nous us mir uns it this that to a again es das cela ca le la lo only seulement nur",
);
/** "用中文解释", "auf Deutsch erklären": such verbs behind their language. */
export const REPLY_VERBS_BEHIND = words(
  "解释 回答 讲解 说明 作答 告诉 讲一 解答 erklaren antworten beantworten",
);
/** "translate into English", "übersetze ins Englische", "翻译成中文". */
export const TRANSLATION_LEADS = words("into ins al to 成");

/** "nothing in English", "rien d'anglais", "nichts Englisches": of documents, whatever else is named. */
export const NOTHING_WORDS = words(
  "nothing none rien nichts nix nada never jamais nie niemals nunca",
);
/** "nadie sabe inglés", "nobody reads German". */
export const NOBODY_WORDS = words("nobody noone niemand keiner nadie personne 没");
/** "not in English", "don't speak German", "keine englischen Texte", "别给我英文的". */
export const DENIALS = words(
  `no not t dont doesnt cant cannot without pas ne sans aucun aucune nicht kein keine keinen keinem keiner
   ohne sin ni ningun ninguna tampoco 不 别 勿`,
);
/** Between a denial and its language, beside words of documents and of reading. */
export const DENIAL_LINKS = words(
  `in en auf em 用 of it them any anything all the a an de d du des l le la les el los un una ein eine
   einen einem case circumstances way fall cas facon caso manera please bitte 我 的 得 懂`,
);
/** "don't send me anything in English", "que no sea en inglés", "je veux rien en anglais". */
export const DENIED_VERBS = words(
  `want need send give me be is use accept written veux veut voulons donne donnez envoie soit ecrit
   will wollen brauche schick gib sein sea esten este estan venga quiero quieren mandes 要 给`,
);
/** What is not found is wanted: "je ne trouve rien en français", "gibt es nichts auf Deutsch". */
export const FINDING_VERBS = words(
  `is are was s there have has had ve find found finding see seen got get gets exist exists
   trouve trouves trouver trouvee trouvees a ai as y avons existe existent vois
   finde finden gefunden findet gibt gibts es habe haben hab hat sehe existiert
   hay encuentro encontrado encontrar tengo tiene tenemos existen veo 没 有 找`,
);
/** Whose reading is told: "I can't read English", "mein Sohn versteht kein Englisch". */
export const ASKER_WORDS = words(
  `i we my our here je j nous mon ma mes notre nos ici ich wir mein meine meiner unser unsere hier yo mi mis
   nuestra nuestro aqui lis comprends lese spreche verstehe hablo leo entiendo sabemos 我 咱`,
);
