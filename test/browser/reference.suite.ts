/** The reference page as the Worker serves it: readable by all, at any width, with nothing from elsewhere. */
import { describe, expect, test } from "vitest";
import { axeViolations } from "./open-page.ts";
import { openVisit, world } from "./world.ts";

const open = async () => {
  const response = await world.page.goto(`${world.site.url}/reference`);
  return response!;
};

describe("the reference page", () => {
  test("is served with the page's own rules for content", async () => {
    const response = await open();
    expect(response.status()).toBe(200);
    expect(response.headers()["content-security-policy"]).toContain("default-src 'none'");
    await world.page.click('nav a[href="#search"]');
    expect(await world.page.locator("h2#search").isVisible()).toBe(true);
    expect(world.visit.incidents).toEqual([]);
  });

  test.each(["light", "dark"] as const)("axe finds no violation: %s", async (colorScheme) => {
    await openVisit({ colorScheme });
    await open();
    await world.page.evaluate(
      `for (const details of document.querySelectorAll("details")) details.open = true`,
    );
    expect(await axeViolations(world.page)).toEqual([]);
  });

  test.each([320, 360, 800])("fits %i pixels", async (width) => {
    await openVisit({ viewport: { width, height: 740 } });
    await open();
    const overflow = await world.page.evaluate<number>(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    expect(overflow).toBe(0);
  });
});
