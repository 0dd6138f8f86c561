/**
 * Words that say what is to be done with a topic and not what it is: "opportunity cost definition",
 * "expliquer l'effet Doppler", "多普勒效应 是什么". A passage about the topic need not hold them, and in a
 * small scope they are as rare as its terms. English, French, German, Spanish, Chinese.
 */
import { words } from "../scope/words/scope-words.ts";

export const REQUEST_WORDS = words(
  `define definition definitions meaning explain explains explained explaining explanation explanations
   describe description example examples overview introduction basics help understand understanding
   learn revise revision show find give need want looking please question questions
   exercise exercises problem problems quiz homework worksheet
   définir définition définitions expliquer explique expliquez explication explications décrire exemple
   exemples comprendre réviser révision révisions chercher cherche trouver donner besoin aide exercice
   exercices problème problèmes exo exos devoir cours fiche
   definieren definition erkläre erklären erklärung bedeutung beschreiben beispiel beispiele verstehen
   lernen üben übung übungen suche finde brauche hilfe bitte frage fragen aufgabe aufgaben
   definir definición explicar explica explicación significado describir ejemplo ejemplos entender
   aprender repasar busco buscar encontrar necesito ayuda pregunta preguntas ejercicio ejercicios
   定义 含义 解释 说明 讲解 例子 举例 练习 题目 是什 什么 怎么`,
);
