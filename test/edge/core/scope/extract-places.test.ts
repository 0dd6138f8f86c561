/** Where an exam was sat, told from a place of the topic. */
import { expect, test } from "vitest";
import { CORPORA, hard } from "./read-scope.ts";

const papers = (query: string) => hard(query, CORPORA).paper;

test.each([
  ["Wallis-et-Futuna, plants de blé : tableau tailles/effectifs, médiane", "Wallis et Futuna"],
  ["correction origami octogone nlle caledo svp", "Nouvelle Calédonie"],
  ["Am. du N. juin 2018 : f(x)", "Amérique du Nord"],
  ["Am. du S. nov 2016", "Amérique du sud"],
  ["corrigé toboggan, Polynésie", "Polynésie"],
  ["exo 3 le manège, Asie", "Asie"],
  ["déc 2014: forfaits de ski, amérique du nord", "Amérique du Nord"],
  ["version élèves de l'Hexagone, comment fallait rédiger la réponse", "Métropole"],
])("%s", (query, paper) => expect(papers(query)).toEqual([paper]));

test.each([
  "volcans et séismes, Asie",
  "tableau des exportations, Amérique du Nord",
  "Polynésie : essais nucléaires",
  "Nouvelle-Calédonie, référendum de 2018",
  "les vents en Asie, qcm",
  "les vents d'Asie, qcm",
  "climate mcq, north america",
  "relief de la Grèce, exercice de géo",
])("%s: none", (query) => expect(papers(query)).toBeUndefined());
