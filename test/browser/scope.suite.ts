/** The scope: chips, their words, the editor; and the whole page by keyboard alone. */
import { describe, expect, test } from "vitest";
import { answered, chips, searchFor } from "./open-page.ts";
import { world } from "./world.ts";

const QUERY = "high school physics: refraction of light in glass";

const text = (selector: string) => world.page.locator(selector).innerText();

/** Id, focus name, class or tag of what has the keyboard. */
const focused = () =>
  world.page.evaluate<string>(`{
    const node = document.activeElement;
    node.id || node.dataset.focus || node.className || node.tagName;
  }`);

/** The body of the search that an action sends, once its answer is shown. */
async function nextRequest(act: () => Promise<unknown>): Promise<Record<string, unknown>> {
  const request = world.page.waitForRequest(/\/v1\/search$/);
  await answered(world.page, act);
  return (await request).postDataJSON() as Record<string, unknown>;
}

describe("the scope", () => {
  test("shows the words of each chip, and takes them out with the chip", async () => {
    await searchFor(world.page, QUERY);
    expect(await world.page.locator(".scope-word").allTextContents()).toEqual([
      "high school (Level) ",
      "physics (Subject) ",
    ]);
    await world.page.hover('.chip[data-field="level"]');
    expect(await world.page.locator(".scope-word.is-linked").allTextContents()).toEqual([
      "high school (Level) ",
    ]);
    const body = await nextRequest(() => world.page.click('[data-focus="remove-level"]'));
    expect(body["query"]).toBe("physics: refraction of light in glass");
    expect(await world.page.inputValue("#query")).toBe(body["query"]);
    expect(await text("#hits")).toContain("The law of refraction");
  });

  test("is edited, pinned, widened and held by hand", async () => {
    await searchFor(world.page, QUERY);
    await world.page.click('[data-focus="edit-level"]');
    expect(await world.page.inputValue("#editor-values")).toBe("High school");
    await world.page.fill("#editor-values", "College\nAP");
    expect(await nextRequest(() => world.page.click(".scope-editor .primary"))).toMatchObject({
      scope: { level: ["College", "AP"] },
    });
    expect(await chips(world.page)).toContain("Level: College or AP – set by you");
    expect(await nextRequest(() => world.page.click('[data-focus="pin-level"]'))).toMatchObject({
      strict: ["level"],
      relax: "W1",
    });
    expect(await world.page.getAttribute('[data-focus="pin-level"]', "aria-pressed")).toBe("true");
    expect(await focused()).toBe("pin-level");
    const widened = await nextRequest(() => world.page.selectOption("#furthest", "W2"));
    expect(widened["relax"]).toBe("W2");
    expect((await nextRequest(() => world.page.check("#strict")))["relax"]).toBe("none");
    expect(await world.page.isDisabled("#furthest")).toBe(true);
    const without = await nextRequest(() => world.page.click('[data-focus="remove-level"]'));
    expect(without).not.toHaveProperty("scope");
    // The words still say it: the chip is theirs again.
    expect(await chips(world.page)).toContain("Level: High school – from “high school”");
    expect(await focused()).toBe("remove-level");
  });

  test("takes a new criterion, refuses what is no year, offers values that were seen", async () => {
    await searchFor(world.page, "Pythagore");
    await world.page.click('[data-focus="add-scope"]');
    await world.page.selectOption("#editor-field", "year");
    await world.page.fill("#editor-values", "June 2019");
    await world.page.click(".scope-editor .primary");
    expect(await text("#editor-hint")).toBe("Years are four digits, one per line.");
    await world.page.selectOption("#editor-field", "content_type");
    await world.page.fill("#editor-values", "");
    await world.page.click(".suggestion >> text=mark_scheme");
    const body = await nextRequest(() => world.page.click(".scope-editor .primary"));
    expect(body["scope"]).toEqual({ content_type: ["mark_scheme"] });
    expect(await world.page.locator(".hit").count()).toBe(1);
  });

  test("a value that nobody knows is refused by name and can be taken back", async () => {
    await searchFor(world.page, QUERY);
    await world.page.click('[data-focus="edit-level"]');
    await world.page.fill("#editor-values", "Hihg school");
    await answered(world.page, () => world.page.click(".scope-editor .primary"));
    expect(await text("#error")).toMatch(/no level is named "Hihg school".*scope\.level/s);
    expect(await chips(world.page)).toEqual(["Level: Hihg school – set by you"]);
    await answered(world.page, () => world.page.click('[data-focus="remove-level"]'));
    expect(await world.page.isVisible("#error")).toBe(false);
  });
});

test("by keyboard alone: skip link, key, search, chips, editor, results", async () => {
  await world.page.mouse.click(2, 2);
  await world.page.keyboard.press("Tab");
  expect(await focused()).toBe("skip");
  await world.page.keyboard.press("/");
  expect(await focused()).toBe("query");
  await world.page.keyboard.type(QUERY);
  await answered(world.page, () => world.page.keyboard.press("Enter"));
  expect(await focused()).toBe("query");
  const order: (string | undefined)[] = [];
  for (let step = 0; step < 20 && order.at(-1) !== "add-scope"; step += 1) {
    await world.page.keyboard.press("Tab");
    order.push(await focused());
  }
  expect(order).toEqual([
    "primary",
    "k",
    "strict",
    "furthest",
    "ranking",
    "compare",
    "key-summary",
    "edit-subject",
    "pin-subject",
    "remove-subject",
    "edit-level",
    "pin-level",
    "remove-level",
    "add-scope",
  ]);
  await world.page.keyboard.press("Enter");
  expect(await focused()).toBe("editor-field");
  await world.page.keyboard.press("Escape");
  expect(await focused()).toBe("add-scope");
  await world.page.keyboard.press("Shift+Tab");
  await answered(world.page, () => world.page.keyboard.press("Enter"));
  expect(await chips(world.page)).toEqual(["Subject: Physics – from “physics”"]);
  for (let step = 0; step < 10 && (await focused()) !== "explanations"; step += 1) {
    await world.page.keyboard.press("Tab");
  }
  await world.page.keyboard.press("Enter");
  expect(await world.page.locator(".explanation[open]").count()).toBeGreaterThan(2);
  expect(await text("#explanations")).toBe("Close all explanations");
});
