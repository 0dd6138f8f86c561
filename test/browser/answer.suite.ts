/** What the page tells about an answer, in which language, and how it hands it on. */
import { expect, test } from "vitest";
import { chips, searchFor } from "./open-page.ts";
import { world } from "./world.ts";

const QUERY = "high school physics: refraction of light in glass";

const text = (selector: string) => world.page.locator(selector).innerText();

test("in French: words, title and language, remembered; hits keep their own", async () => {
  await world.page.selectOption("#language", "fr");
  await searchFor(world.page, "brevet 2019 théorème de Pythagore corrigé");
  expect(await chips(world.page)).toContain("Année: 2019 – d’après « 2019 »");
  expect(await text("#status")).toContain("Dans le périmètre. 1 résultat parmi 1 document");
  expect(await world.page.locator(".hit .snippet").first().getAttribute("lang")).toBe("fr");
  await world.page.reload();
  expect(await world.page.title()).toBe("Scopewise, banc d’essai");
  expect(await world.page.getAttribute("html", "lang")).toBe("fr");
  await searchFor(world.page, QUERY);
  expect(await world.page.locator(".hit .snippet").first().getAttribute("lang")).toBe("en");
});

test("the search is copied as code, without the key", async () => {
  await world.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await searchFor(world.page, QUERY);
  await world.page.click("#code summary");
  for (const name of ["curl", "TypeScript"]) {
    await world.page.click(`[data-focus="copy-${name}"]`);
    await world.page.locator("#status", { hasText: "Copied." }).waitFor();
    const copied = await world.page.evaluate<string>("navigator.clipboard.readText()");
    expect(copied).toContain(QUERY);
    expect(copied).toContain(world.site.url);
    expect(copied).not.toContain(world.site.key);
  }
});

test("widening, leakage, a model's contributions and reduced service are told", async () => {
  await world.page.route("**/v1/search", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const [hit] = json.hits;
    Object.assign(hit, {
      step: "W2",
      leakage: { gate: ["level"], tuple: ["level", "topic"] },
      ranks: { lexical: 4, dense: 1, expansion: null },
      also_in: [{ id: "other", paper: "3" }],
      contributions: [
        { feature: "cosine", value: 0.8, weight: 2, product: 1.6 },
        { feature: "title_bm25", value: 0.5, weight: -0.2, product: -0.1 },
      ],
    });
    Object.assign(json, {
      hits: [hit],
      outcome: "relaxed",
      model: { version: "2026-01-01-abc", status: "last_good" },
      degraded: ["model_last_good", "some_new_code"],
      relaxation: [
        {
          step: "W2",
          dropped: ["level", "topic"],
          reason: "no_match",
          pool_before: 40,
          pool_after: 1212,
          ms: 9,
        },
      ],
    });
    json.scope.locked = ["subject"];
    await route.fulfill({ response, json });
  });
  await searchFor(world.page, QUERY);
  expect(await text(".labels")).toMatch(/outside: level\s*differs in topic\s*came in by W2/);
  expect(await text(".legs")).toMatch(/words #4\s+meaning –\s*#1|words #4\s+meaning #1/);
  expect(await text(".also-in")).toBe("Also in paper 3");
  await world.page.click(".explanation summary");
  expect(await world.page.locator(".explanation tbody tr").allInnerTexts()).toEqual([
    "cosine\t0.800\t2.00\t+1.60",
    "title bm25\t0.500\t−0.200\t−0.100",
  ]);
  const bar = world.page.locator(".bar[data-negative]");
  expect(await bar.getAttribute("style")).toBe("--share: 0.0625;");
  expect(await text(".timeline")).toMatch(
    /40 documents\s+W2 dropped level, topic \(no match\)\s+40 → 1,212 documents · 9\sms/,
  );
  expect(await text(".degraded")).toMatch(/the last good one answered\s+some_new_code/);
  expect(await chips(world.page)).toContain("Subject: Physics – locked by the key");
  expect(await world.page.locator('[data-focus="edit-subject"]').count()).toBe(0);
});

test("what is no file of the page is answered by the API", async () => {
  const get = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(world.site.url + path, { redirect: "manual", ...init });
    return { status: response.status, type: response.headers.get("content-type"), response };
  };
  const missing = await get("/nothing-here");
  expect(missing).toMatchObject({ status: 404, type: "application/json" });
  expect(await missing.response.json()).toMatchObject({ error: { code: "not_found" } });
  expect(await get("/_headers")).toMatchObject({ status: 404, type: "application/json" });
  expect(await get("/v1/search", { method: "POST" })).toMatchObject({ status: 401 });
  expect(await get("/openapi.json")).toMatchObject({ status: 200, type: "application/json" });
  const home = await get("/");
  expect(home).toMatchObject({ status: 200, type: "text/html; charset=utf-8" });
  expect(home.response.headers.get("etag")).toMatch(/^(?:W\/)?"/);
  expect(home.response.headers.get("x-content-type-options")).toBe("nosniff");
});
