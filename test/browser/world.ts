/** What the suites of this folder share: one site, one browser, the visit of the running test. */
import type { Browser, Page } from "playwright-core";
import { openPage, type Visit, type VisitOptions } from "./open-page.ts";
import { startBrowser } from "./start-browser.ts";
import { type Site, startSite } from "./start-site.ts";

interface World {
  site: Site;
  browser: Browser;
  visit: Visit;
  page: Page;
}

/** Empty until the hooks of playground.test.ts have run. */
export const world = {} as World;

export async function startWorld(): Promise<void> {
  [world.site, world.browser] = await Promise.all([startSite(), startBrowser()]);
}

/** Ends the visit that is open, if any, and begins another. */
export async function openVisit(options: VisitOptions = {}): Promise<void> {
  await closeVisit();
  world.visit = await openPage(world.browser, world.site, options);
  world.page = world.visit.page;
}

export async function closeVisit(): Promise<void> {
  await world.visit?.close();
}

export async function stopWorld(): Promise<void> {
  await world.browser.close();
  await world.site.close();
}
