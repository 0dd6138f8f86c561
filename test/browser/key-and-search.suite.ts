/** The key and the search itself: from the address bar to hits with reasons. */
import { describe, expect, test } from "vitest";
import { answered, chips, searchFor } from "./open-page.ts";
import { openVisit, world } from "./world.ts";

const QUERY = "high school physics: refraction of light in glass";

const text = (selector: string) => world.page.locator(selector).innerText();

/** Id, focus name, class or tag of what has the keyboard. */
const focused = () =>
  world.page.evaluate<string>(`{
    const node = document.activeElement;
    node.id || node.dataset.focus || node.className || node.tagName;
  }`);

describe("the key", () => {
  test("is taken from the address, which forgets it, and stays in this tab only", async () => {
    expect(world.page.url()).toBe(`${world.site.url}/`);
    expect(await world.page.inputValue("#key")).toBe(world.site.key);
    expect(await world.page.evaluate<string>("JSON.stringify(localStorage)")).not.toContain("sw_");
    await world.page.reload();
    expect(await world.page.inputValue("#key")).toBe(world.site.key);
    expect(await world.page.evaluate<number>("history.length")).toBe(2);
    await world.page.click("#key-summary");
    await world.page.click("#key-forget");
    expect(await world.page.evaluate<string>("JSON.stringify(sessionStorage)")).toBe("{}");
  });

  test("is asked for when it is missing or refused", async () => {
    await openVisit({ hasKey: false });
    expect(await focused()).toBe("key");
    await world.page.fill("#query", QUERY);
    await world.page.press("#query", "Enter");
    expect(await text("#error")).toContain("Enter an API key first.");
    await world.page.fill("#key", "sw_reader_00000000000000000000000000000000");
    await answered(world.page, () => world.page.press("#query", "Enter"));
    expect(await text("#error")).toContain("unauthorized, 401");
    expect(await focused()).toBe("key");
    await world.page.fill("#key", world.site.key);
    await answered(world.page, () => world.page.press("#key", "Enter"));
    expect(await world.page.isVisible("#error")).toBe(false);
    expect(await world.page.locator(".hit").count()).toBeGreaterThan(2);
  });
});

describe("a search", () => {
  test("shows hits inside the scope that its words named, with reasons", async () => {
    await searchFor(world.page, QUERY);
    const first = world.page.locator(".hit").first();
    expect(await first.locator("h3").innerText()).toContain("Refraction — bending of light");
    expect(await first.locator(".labels").innerText()).toMatch(/inside the scope.*High school/s);
    expect(await first.locator("mark").allTextContents()).toContain("refraction");
    expect(await first.locator(".legs").innerText()).toMatch(/words #1/);
    expect(await first.locator("sup").allTextContents()).toContain("8");
    expect(await world.page.locator(".hit .katex").count()).toBeGreaterThan(1);
    expect(await text("#hits")).toContain("a good one $50");
    await world.page.click("#explanations");
    expect(await world.page.locator(".contribution .bar").first().isVisible()).toBe(true);
    expect(await chips(world.page)).toEqual([
      "Subject: Physics – from “physics”",
      "Level: High school – from “high school”",
    ]);
    expect(await world.page.locator("#hits .label").allTextContents()).not.toContain("College");
    expect(await text("#status")).toMatch(/\d+ hits from \d+ documents in scope, \d+/);
    expect(await text("#answer")).toMatch(/no embedding model.*none: plain fusion/s);
    expect(world.visit.incidents).toEqual([]);
  });

  test("loads nothing for formulas until one appears", async () => {
    const loaded: string[] = [];
    world.page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
    await searchFor(world.page, "reflection mirror angle incidence");
    expect(loaded.filter((path) => !path.startsWith("/v1/"))).toEqual([]);
    await searchFor(world.page, QUERY);
    expect(loaded).toEqual(expect.arrayContaining(["/katex.js", "/formula.css"]));
  });

  test("that is newer wins over one that is still running", async () => {
    let isFirst = true;
    await world.page.route("**/v1/search", async (route) => {
      if (isFirst) {
        isFirst = false;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      await route.continue().catch(() => undefined);
    });
    await world.page.fill("#query", "Pythagore");
    await world.page.press("#query", "Enter");
    await searchFor(world.page, "mirror");
    await world.page.waitForTimeout(400);
    expect(await text("#hits")).toContain("Reflection of light in a mirror");
    expect(await text("#hits")).not.toContain("Pythagore");
  });

  test("that fails says why, and leaves no hits of another question", async () => {
    await searchFor(world.page, QUERY);
    await searchFor(world.page, "   ");
    expect(await text("#error")).toMatch(
      /the query has no visible text\s+empty_query, 400 · Field: query · Request: \S+/,
    );
    expect(await world.page.locator(".hit").count()).toBe(0);
    expect(await world.page.getAttribute("#error", "role")).toBe("alert");
  });
});
