/** More hits of one ranking, and two rankings beside each other. */
import { expect, test } from "vitest";
import { answered, axeViolations, searchFor } from "./open-page.ts";
import { openVisit, world } from "./world.ts";

const QUERY = "light";

const ids = () => world.page.locator("#hits h3 span:last-child").allInnerTexts();

test("more hits come below those that are there, each once, until none is left", async () => {
  await world.page.fill("#k", "2");
  await searchFor(world.page, QUERY);
  expect(await ids()).toHaveLength(2);
  await answered(world.page, () => world.page.click("#more"));
  expect(await ids()).toHaveLength(4);
  for (let page = 0; page < 5 && (await world.page.isVisible("#more")); page += 1) {
    await answered(world.page, () => world.page.click("#more"));
  }
  const all = await ids();
  expect(new Set(all).size).toBe(all.length);
  const ranks = await world.page.locator("#hits .rank").allInnerTexts();
  expect(ranks).toEqual(all.map((_, index) => String(index + 1)));
  expect(await world.page.isVisible("#more")).toBe(false);
});

test("two rankings stand side by side with their differences marked", async () => {
  await searchFor(world.page, QUERY);
  await world.page.route("**/v1/search", async (route) => {
    const isFusion = route.request().postDataJSON()["rerank"] === false;
    const response = await route.fetch();
    const json = await response.json();
    if (isFusion) {
      json.hits = json.hits
        .slice(1)
        .toReversed()
        .map((hit: object, index: number) => ({ ...hit, rank: index + 1 }));
    }
    await route.fulfill({ response, json });
  });
  await answered(world.page, () => world.page.selectOption("#compare", "fusion"));
  const headings = world.page.locator(".comparison h3");
  await headings.nth(1).waitFor();
  expect(await headings.allInnerTexts()).toEqual(["the current model", "fusion alone, no model"]);
  const marks = await world.page.locator(".comparison section:first-child .change").allInnerTexts();
  expect(marks[0]).toBe("only here");
  expect(marks.join()).toMatch(/[▲▼] \d+ places? (?:above|below) the other/);
  expect(await world.page.locator(".comparison-summary").innerText()).toMatch(
    /^\d of \d hits in both rankings, \d at the same rank$/,
  );
  expect(await world.page.locator("#hits .hit").count()).toBe(0);
  expect(await axeViolations(world.page)).toEqual([]);
  await answered(world.page, () => world.page.selectOption("#compare", ""));
  expect(await world.page.locator("#hits .hit").count()).toBeGreaterThan(2);
  expect(await world.page.locator(".comparison").count()).toBe(0);
});

test("a comparison fits a phone", async () => {
  await openVisit({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  await searchFor(world.page, QUERY);
  await answered(world.page, () => world.page.selectOption("#compare", "fusion"));
  await world.page.locator(".comparison").waitFor();
  const excess = await world.page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  expect(excess).toBe(0);
});
