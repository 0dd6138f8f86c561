/**
 * Goal: text of a document can never act. Method: a document full of attempts is stored and found;
 * then the browser is asked what it made of it. Canaries show that the checks would see an attempt
 * that works, and that the page's policy is a second lock.
 */
import { expect, test } from "vitest";
import { HOSTILE_TEXT } from "./corpus.ts";
import { searchFor } from "./open-page.ts";
import { world } from "./world.ts";

/** Elements that only hostile text could have made, and the flag that its scripts would set. */
const damage = () =>
  world.page.evaluate<{ flag: number | null; elements: string[] }>(`({
    flag: globalThis.hacked ?? null,
    elements: Array.from(
      document.querySelectorAll(
        "main :is(img, script, b, i, a, iframe), [onerror], [onload], [onclick]",
      ),
      (node) => node.outerHTML,
    ),
  })`);

test("a document's text is shown as text, whatever it holds", async () => {
  await searchFor(world.page, "hostile refraction");
  for (const summary of await world.page.locator(".hit summary").all()) {
    await summary.click();
  }
  const hit = world.page.locator(".hit", { hasText: "Hostile <b onclick" });
  const shown = (await hit.locator(".whole-text").textContent()) ?? "";
  expect(shown).toContain(HOSTILE_TEXT.slice(0, HOSTILE_TEXT.indexOf("$")));
  expect(shown).toContain(`"quotes" 'single' &amp; &lt;b&gt;`);
  expect(await hit.locator(".choices").textContent()).toContain("<i>A<img src=x onerror=");
  expect(await hit.locator("mark").allTextContents()).toEqual(
    expect.arrayContaining(["Hostile", "refraction"]),
  );
  expect(await damage()).toEqual({ flag: null, elements: [] });
  expect(world.visit.incidents).toEqual([]);
});

test("hostile words in the query, the scope and an answer's every field stay words", async () => {
  const hostile = `<img src=x onerror="window.hacked=8">`;
  await world.page.route("**/v1/search", async (route) => {
    const response = await route.fetch();
    const deface = (value: unknown, key: string): unknown => {
      if (typeof value === "string" && !["outcome", "field", "step"].includes(key)) {
        return `${hostile}${value}`;
      }
      if (Array.isArray(value)) {
        return ["gate", "tuple", "locked"].includes(key)
          ? value
          : value.map((one) => deface(one, key));
      }
      return typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, deface(one, name)]))
        : value;
    };
    await route.fulfill({ response, json: deface(await response.json(), "") });
  });
  await searchFor(
    world.page,
    `high school ${hostile} refraction "><script>window.hacked=9</script>`,
  );
  await world.page.click("#explanations");
  await world.page.click("#code summary");
  await world.page.click('[data-focus="edit-level"]');
  expect(await world.page.locator(".hit").count()).toBeGreaterThan(0);
  expect(await world.page.locator("#hits").textContent()).toContain(hostile);
  expect(await damage()).toEqual({ flag: null, elements: [] });
  expect(world.visit.incidents).toEqual([]);
});

test("a formula cannot redefine the commands of the next one", async () => {
  await world.page.route("**/v1/search", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const hits = json.hits as { id: string }[];
    json.hits = [
      ...hits.filter(({ id }) => id === "hostile"),
      ...hits.filter(({ id }) => id !== "hostile"),
    ];
    await route.fulfill({ response, json });
  });
  await searchFor(world.page, "hostile refraction glass lens equation");
  expect(await world.page.locator(".hit h3").first().innerText()).toContain("Hostile");
  expect(await world.page.locator("#hits .katex-html .mfrac").count()).toBeGreaterThan(2);
  const formulas = await world.page.locator("#hits .katex-html").allInnerTexts();
  expect(formulas.join(" ")).not.toContain("taken over");
});

test("canary: an element that text had made would be seen", async () => {
  await world.page.evaluate(`document.querySelector("#hits").append(document.createElement("b"))`);
  expect((await damage()).elements).toEqual(["<b></b>"]);
});

test("the policy is a second lock: no inline script, no parsing, no other origin", async () => {
  const outcome = await world.page.evaluate(`(async () => {
    let wasParsed = true;
    try {
      const script = document.createElement("script");
      script.textContent = "window.hacked = 10";
      document.body.append(script);
    } catch {
      // Trusted Types refuse the text before the policy refuses the script.
    }
    try {
      document.body.insertAdjacentHTML("beforeend", "<b id=made></b>");
    } catch {
      wasParsed = false;
    }
    const other = await fetch("http://127.0.0.1:9/").then(
      () => "reached",
      (error) => error.name,
    );
    const made = document.querySelector("#made");
    return { flag: globalThis.hacked ?? null, wasParsed, made, other };
  })()`);
  expect(outcome).toEqual({ flag: null, wasParsed: false, made: null, other: "TypeError" });
  expect(world.visit.incidents.join("\n")).toMatch(/Content Security Policy.*connect-src/s);
});
