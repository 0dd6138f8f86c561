/**
 * A visitor's page: its own storage, and a record of whatever should not happen. What runs inside
 * the page is written as text, since the types of this side are Node's.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Site } from "./start-site.ts";

export interface Visit {
  readonly page: Page;
  /** Errors in the console or uncaught, blocked content, and requests that leave this machine. */
  readonly incidents: readonly string[];
  close(): Promise<void>;
}

export interface VisitOptions extends BrowserContextOptions {
  /** False: opened without a key. */
  readonly hasKey?: boolean;
}

const WAIT_MS_MAX = 10_000;

export async function openPage(
  browser: Browser,
  site: Site,
  { hasKey = true, ...options }: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    locale: "en-GB",
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(WAIT_MS_MAX);
  const incidents: string[] = [];
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      incidents.push(`console: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => incidents.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    incidents.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(`${site.url}/`)) {
      incidents.push(`request: ${request.url()}`);
    }
  });
  await page.goto(hasKey ? `${site.url}/#key=${site.key}` : site.url);
  return { page, incidents, close: () => context.close() };
}

/** Types the query and presses Enter, then waits for the answer or the refusal. */
export async function searchFor(page: Page, query: string): Promise<void> {
  await page.fill("#query", query);
  await answered(page, () => page.press("#query", "Enter"));
}

/** Does something that sends a search, and waits until its answer is shown. */
export async function answered(page: Page, act: () => Promise<unknown>): Promise<void> {
  const response = page.waitForResponse(/\/v1\/search$/);
  await act();
  await response;
  await page.locator("[aria-busy]").waitFor({ state: "detached" });
  // Formulas are typeset after their hits are shown.
  await page.locator(".hit code.tex").first().waitFor({ state: "detached" });
}

/** The scope that the page shows, one line per chip. */
export async function chips(page: Page): Promise<string[]> {
  const texts = await page.locator(".chip").allTextContents();
  return texts.map((text) => text.replace("×", "").trim());
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
  readonly passes: readonly unknown[];
}

/** Every violation that axe finds, as "rule: element: reason"; also fails if it checked nothing. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate<AxeResults>("axe.run()");
  if (passes.length === 0) {
    throw new Error("axe checked nothing");
  }
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary ?? ""}`),
  );
}
