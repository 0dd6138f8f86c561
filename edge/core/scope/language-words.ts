/** Closed word lists that tell a language that is asked for from a people, a country and a school subject. */
import { words } from "./scope-words.ts";

/** "in French", "en anglais", "用英语": words that lead to the language that is asked for. */
export const LANGUAGE_LEADS = words("in en auf em 用");
/** "French version", "version allemande", "英文版". */
export const VERSION_WORDS = words(
  `version versions versionen versiones language langue translation traduction traduccion ubersetzung edition
   editions edicion ausgabe copy 版`,
);
/** "english explanation", "deutscher Text": what is written in a language, whatever the subject. */
export const LANGUAGE_NOUNS = words(
  `text texts explanation passage aufgabe aufgaben erklarung lehrbuch schulbuch originaltext original fassung
   glossary glossar summary summaries worked resume resumes`,
);
/** "texte anglais", "resumen inglés": nouns that their adjective follows. */
export const ROMANCE_NOUNS = words(
  `texte textes explication enonce texto textos explicacion glossaire lexique glosario resumen resumenes
   synthese formulaire formulario`,
);
/** "英文", "中文": the last character of a language as it is written. */
export const WRITTEN_LANGUAGE = "文";
/** "for German speakers". */
export const SPEAKER_WORDS = words("speaker speakers speaking");
/** "anglophone", "German-medium", "hispanohablante": said of people, countries, schools and books. */
export const SPOKEN_NAME = /(?:phone[nrs]?|fon[oa]s?|hablantes?|parlantes?|^medium|^speaking)$/u;
/** "ressources anglophones", "German-medium school": what makes such a word the language of the material. */
export const MATERIAL_NOUNS = words(
  `school schools class classes classroom student students pupil pupils learner learners kid kids course
   courses textbook textbooks book books resource resources material materials worksheet worksheets
   handout
   section cours classe ecole lycee college eleve eleves etudiant etudiants livre livres manuel manuels
   ressource ressources document documents fiche fiches support supports exercice exercices exo exos
   sujet
   sujets site libro libros recurso recursos materiales clase colegio escuela alumno alumnos alumna
   estudiante
   estudiantes ficha fichas curso schule klasse schuler unterricht unterlagen kurs`,
);
/** "a Spanish one", "the German ones". */
export const PRONOUNS = words("one ones");
export const PRONOUN_LEADS = words("a an the any some no that this");
/** "only reads Spanish", "versteht nur Deutsch", "ne lit que l'espagnol", "只懂英文". */
export const READ_VERBS = words(
  `read reads understand understands speak speaks know knows lit lisent comprend comprennent parle parlent
   liest lesen versteht verstehen spricht sprechen kann lee leen habla hablan entiende entienden 懂 会 看 读 讲 说`,
);
export const LANGUAGE_ONLY = words(
  "only just juste seulement uniquement que nur bloss solo solamente unicamente 只",
);
/** "in German about a coil": what is asked for goes on after the language. */
export const LANGUAGE_FOLLOWERS = words(
  "about on regarding concerning with where that which what how when why sur uber sobre please pls",
);

/** "preguntas", "exercice": nouns that no adjective precedes ("la guerra civil española, preguntas"). */
export const ROMANCE_QUESTIONS = words(
  "exercice exercices pregunta preguntas ejercicio ejercicios",
);

/** "german question", "exercice allemand": a question may be one of the subject of that name, too. */
export const QUESTION_NOUNS = words(
  `question questions mcq mcqs exercise exercises exercice exercices pregunta preguntas ejercicio
   ejercicios frage fragen`,
);

/** "explain in English", "réponds-moi en français", "erkläre es auf Deutsch": how one wants to be answered. */
export const REPLY_VERBS = words(
  `traduis traduisez traduire traduce traduceme ubersetze ubersetzen 译 explain explaining reply respond tell speak talk write translate repond reponds repondez repondre explique
   expliques expliquez expliquer dis parle parlez ecris antworte antwortet antworten erklar
   erklare erklaren
   beantworte schreib schreibe sprich responde respondeme responder contesta contestame explica
   explicame
   explicar dime escribe habla hablame`,
);
/** "answer in English" is such a verb behind a request or a sign; else "answer" is what is asked for. */
export const REPLY_NOUNS = words("answer answers antwort");
export const REPLY_LEADS = words(
  "please pls plz you to and must should can could will would just only svp bitte",
);
/** Between such a verb and its language. */
export const REPLY_OBJECTS = words(
  "me moi nous us mir uns it this that es das cela ca le la lo only seulement nur",
);
/** "用中文解释", "auf Deutsch erklären": such verbs behind their language. */
export const REPLY_VERBS_BEHIND = words(
  "解释 回答 讲解 说明 作答 告诉 讲一 解答 erklaren antworten beantworten",
);
/** "translate into English", "übersetze ins Englische", "翻译成中文". */
export const TRANSLATION_LEADS = words("into ins al to 成");
