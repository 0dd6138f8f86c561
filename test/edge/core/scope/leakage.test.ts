/** Violations by the definitions of CERB §3: absence violates, a language tag is a set. */
import { expect, test } from "vitest";
import { contentLeakage, unverifiedFields } from "#core/scope/leakage.ts";

const DOCUMENT = {
  subject: "Physics",
  level: "High school",
  year: 2019,
  session: null,
  paper: "1",
  language: "en+zh",
  topic: ["Light", "Sound"],
};

test.each([
  [{}, [], []],
  [{ subject: ["physics"], level: ["high school"], year: [2019] }, [], []],
  [{ subject: ["chemistry", "physics"] }, [], []],
  [{ subject: ["chemistry"] }, ["subject"], ["subject"]],
  [{ level: ["college"], year: [2018, 2017] }, ["level"], ["level", "year"]],
  [{ session: ["june"] }, [], ["session"]],
  [{ board: ["jamb"], paper: ["2"] }, ["paper"], ["board", "paper"]],
  [{ language: ["zh"] }, [], []],
  [{ language: ["en"] }, [], []],
  [{ language: ["en+zh"] }, [], []],
  [{ language: ["fr"] }, [], ["language"]],
  [{ topic: ["sound"] }, [], []],
  [{ topic: ["heat"] }, [], ["topic"]],
  [{ subject: [] }, ["subject"], ["subject"]],
])("%j", (asked, gate, tuple) => {
  expect(contentLeakage(DOCUMENT, asked)).toEqual({ gate, tuple });
});

test.each([
  [{}, [], []],
  [{}, ["subject", "level"], ["subject", "level"]],
  [{ level: ["high school"] }, ["subject", "level"], ["subject"]],
  [{ level: ["college"] }, ["subject", "level"], ["subject", "level"]],
  [{ language: ["es"], year: [2019] }, [], ["language"]],
  [{ session: ["june"] }, ["level"], ["level", "session"]],
] as const)("presumed %j, unresolved %j: unverified %j", (presumed, unresolved, expected) => {
  expect(unverifiedFields(DOCUMENT, { presumed, unresolved })).toEqual(expected);
});
