/** What somebody takes back gives way to what follows; a short name may be that of something else. */
import { expect, test } from "vitest";
import { CORPORA, hard } from "./read-scope.ts";

test.each([
  ["geografía de la ESO, perdón, de bachiller: la divisa", "level", ["grade 12"]],
  ["chemistry, no wait, physics: torque", "subject", ["Physics"]],
  ["high school, I mean college, optics", "level", ["College"]],
  ["Abi Physik, ach nein, Chemie", "subject", ["Chemistry"]],
  ["brevet 2015, enfin non 2016, les abeilles", "year", [2016]],
  ["物理，不对，化学选择题", "subject", ["Chemistry"]],
] as const)("%s", (query, field, wanted) => expect(hard(query, CORPORA)[field]).toEqual(wanted));

test.each([
  ["physics, sorry for asking, chemistry too", ["Physics", "Chemistry"]],
  ["micro, not macro: elasticity", ["microeconomics"]],
  ["micro (the bugs one, not econ), zoonotic", undefined],
])("nothing taken back, or nothing left: %s", (query, wanted) =>
  expect(hard(query, CORPORA).subject).toEqual(wanted),
);
