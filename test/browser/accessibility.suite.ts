/** Goal: everyone can read and use the page. Method: axe on each state; small screens measured. */
import { describe, expect, test } from "vitest";
import { axeViolations, searchFor } from "./open-page.ts";
import { openVisit, world } from "./world.ts";

const QUERY = "high school physics: refraction of light in glass";
const FRENCH_QUERY = "brevet 2019 théorème de Pythagore corrigé";

/** Everything that can be unfolded is, and the editor is open. */
async function openEverything(query: string): Promise<void> {
  await searchFor(world.page, query);
  await world.page.evaluate(`{
    for (const details of document.querySelectorAll("details")) {
      details.open = true;
    }
  }`);
  await world.page.click('[data-focus="add-scope"]');
}

describe("axe finds no violation", () => {
  test("before a search, and after a refusal", async () => {
    await openVisit();
    expect(await axeViolations(world.page)).toEqual([]);
    await searchFor(world.page, " ");
    expect(await axeViolations(world.page)).toEqual([]);
  });

  test.each(["light", "dark"] as const)("with everything unfolded: %s", async (colorScheme) => {
    await openVisit({ colorScheme });
    await openEverything(QUERY);
    expect(await axeViolations(world.page)).toEqual([]);
  });

  test("in French, on a phone, in the dark", async () => {
    await openVisit({
      locale: "fr-FR",
      colorScheme: "dark",
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
    });
    await openEverything(FRENCH_QUERY);
    expect(await axeViolations(world.page)).toEqual([]);
  });

  test("canary: a control without a name is found", async () => {
    await openVisit();
    await world.page.evaluate(
      `document.querySelector("main").append(document.createElement("button"))`,
    );
    expect((await axeViolations(world.page)).join("\n")).toContain("button-name");
  });
});

/** What reaches beyond the screen or beyond its card, unless it scrolls inside a box of its own. */
const overflowing = () =>
  world.page.evaluate<{ page: number; nodes: string[] }>(`{
    const limit = document.documentElement.clientWidth;
    const scrolls = (node) =>
      node !== null &&
      (["auto", "hidden", "scroll", "clip"].includes(getComputedStyle(node).overflowX) ||
        scrolls(node.parentElement));
    const nodes = Array.from(document.querySelectorAll("body *")).filter((node) => {
      const box = node.getBoundingClientRect();
      const card = node.parentElement?.closest(".card, .hit")?.getBoundingClientRect();
      const isOut = box.right > limit + 1 || (card !== undefined && box.right > card.right + 1);
      return box.width > 0 && isOut && !scrolls(node.parentElement);
    });
    ({
      page: document.documentElement.scrollWidth - limit,
      nodes: nodes.map((node) => node.outerHTML.slice(0, 80)),
    });
  }`);

describe("small screens", () => {
  const phone = (width: number) => ({
    viewport: { width, height: 740 },
    isMobile: true,
    hasTouch: true,
  });

  test.each([
    [360, "en-GB", QUERY],
    [360, "fr-FR", FRENCH_QUERY],
    [320, "fr-FR", FRENCH_QUERY],
  ])("nothing leaves a screen of %i px (%s)", async (width, locale, query) => {
    await openVisit({ ...phone(width), locale });
    expect(await overflowing()).toEqual({ page: 0, nodes: [] });
    await openEverything(query);
    expect(await world.page.locator(".hit").count()).toBeGreaterThan(0);
    expect(await overflowing()).toEqual({ page: 0, nodes: [] });
  });

  test("a finger can hit the controls", async () => {
    await openVisit(phone(360));
    await searchFor(world.page, QUERY);
    const small = await world.page.evaluate<string[]>(`
      Array.from(
        document.querySelectorAll(
          "#search-form button, #search-form select, .chip button, .add",
        ),
        (node) => node.getBoundingClientRect(),
      )
        .filter(({ width, height }) => width > 0 && (width < 44 || height < 44))
        .map(({ width, height }) => width + "×" + height)`);
    expect(small).toEqual([]);
  });

  test("canary: a box that is too wide is noticed", async () => {
    await openVisit(phone(360));
    await world.page.evaluate(`document.querySelector("#query").style.minWidth = "350px"`);
    expect((await overflowing()).nodes).not.toEqual([]);
  });
});

test("the page says what happens to those who cannot see it", async () => {
  await openVisit();
  const roles = await world.page.evaluate(`({
    status: document.querySelector("#status").getAttribute("role"),
    search: document.querySelectorAll("[role=search]").length,
    mains: document.querySelectorAll("main").length,
    unlabelled: Array.from(document.querySelectorAll("input, select, textarea")).filter(
      ({ labels }) => labels.length !== 1,
    ).length,
  })`);
  expect(roles).toEqual({ status: "status", search: 1, mains: 1, unlabelled: 0 });
  await searchFor(world.page, QUERY);
  const headings = await world.page.evaluate<number[]>(`
    Array.from(document.querySelectorAll("h1, h2, h3"))
      .filter((node) => node.checkVisibility())
      .map((node) => Number(node.tagName.charAt(1)))`);
  expect(headings[0]).toBe(1);
  expect(headings.every((level, at) => level - (headings[at - 1] ?? 1) <= 1)).toBe(true);
});
