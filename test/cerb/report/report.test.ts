/** Goal: what comes from data is escaped; maps and plots show every value that they are given. */
import { describe, expect, it } from "vitest";
import { coverageMap } from "#cerb/report/coverage-map.ts";
import { escape, html } from "#cerb/report/html.ts";
import { leakagePlot } from "#cerb/report/leakage-plot.ts";
import { fixed, pValue } from "#cerb/report/numbers.ts";
import type { AblationResult } from "#cerb/ablation/ablation-result.ts";

describe("html", () => {
  it("escapes values, keeps markup and joins lists", () => {
    const part = html`<b>${"<i>&\"'"}</b>`;
    expect(part.text).toBe("<b>&lt;i&gt;&amp;&quot;&#39;</b>");
    expect(html`${[part, part]}${null}${7}`.text).toBe(`${part.text}${part.text}7`);
    expect(escape("a<b")).toBe("a&lt;b");
  });
});

describe("numbers", () => {
  it("rounds for print only and says when a p is below what the resamples can show", () => {
    expect([fixed(null), fixed(0.12345), fixed(12.6, 0)]).toEqual(["–", "0.1235", "13"]);
    expect([pValue(0), pValue(0.001), pValue(0.0386)]).toEqual(["< 0.001", "0.001", "0.039"]);
  });
});

describe("coverageMap", () => {
  it("has a row a subject and level and a column a year, holes left empty", () => {
    const cells = [
      { subject: "physics", level: "college", year: 2019, documents: 3 },
      { subject: "physics", level: "college", year: null, documents: 4 },
      { subject: null, level: null, year: 2020, documents: 1 },
    ];
    const { text } = coverageMap({ cells });
    expect(text.match(/<tr>/g)).toHaveLength(3);
    expect(text).toContain("no year");
    expect(text).toContain("no subject");
    expect(text).toMatch(/<td[^>]*>4<\/td><td[^>]*>3<\/td><td[^>]*><\/td>/);
  });
});

describe("leakagePlot", () => {
  it("draws both leakages of each variant with their intervals", () => {
    const variant = {
      overall: { gateLeakage: 0.5, fullLeakage: 0.75 },
      intervals: { gateLeakage: { low: 0.4, high: 0.6 } },
    };
    const result = { variants: { "B+": variant, C: variant } } as unknown as AblationResult;
    const { text } = leakagePlot(result);
    expect(text.match(/<title>0.5000/g)).toHaveLength(2);
    expect(text.match(/<title>0.7500/g)).toHaveLength(2);
    expect(text.match(/<path/g)).toHaveLength(2);
    expect(text).toContain(">B+</text>");
  });
});
