/** Style as a test, each rule with what to do instead. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sourceFiles } from "./read-imports.ts";

const FILE_LINES_MAX = 400;
const FILE_LINES_TYPICAL = 250;
const FUNCTION_LINES_MAX = 70;
const LINE_CHARS_MAX = 110;

interface Source {
  readonly file: string;
  readonly lines: readonly string[];
}

const sources: Source[] = sourceFiles().map((file) => ({
  file,
  lines: readFileSync(file, "utf8").split("\n"),
}));
const product = sources.filter(({ file }) => !file.startsWith("test/"));

/** Functions by their first line and the closing brace at the same indentation. */
function longFunctions({ file, lines }: Source, linesMax = FUNCTION_LINES_MAX): string[] {
  return lines.flatMap((line, index) => {
    const start = /^(\s*)(?:export )?(?:async )?function\*? (\w+)/.exec(line);
    if (start === null) {
      return [];
    }
    const end = lines.findIndex((other, at) => at > index && other === `${start[1]}}`);
    const length = end - index + 1;
    return length > linesMax ? [`${file}:${index + 1} ${start[2]} has ${length} lines`] : [];
  });
}

describe("tidiness", () => {
  it(`no file is longer than ${FILE_LINES_MAX} lines (split it by what it is about)`, () => {
    const long = sources.filter(({ lines }) => lines.length > FILE_LINES_MAX);
    expect(long.map(({ file }) => file)).toEqual([]);
  });

  it(`few product files are longer than ${FILE_LINES_TYPICAL} lines`, () => {
    const long = product.filter(({ lines }) => lines.length > FILE_LINES_TYPICAL);
    expect(long.length / product.length).toBeLessThanOrEqual(0.08);
  });

  it(`no function of the product is longer than ${FUNCTION_LINES_MAX} lines`, () => {
    expect(product.flatMap((source) => longFunctions(source))).toEqual([]);
  });

  it("canary: a long function is found", () => {
    const lines = ["function f() {", ...Array.from({ length: 80 }, () => "  x();"), "}"];
    expect(longFunctions({ file: "a.ts", lines })).toHaveLength(1);
  });

  it("nothing is left open, skipped or exclusive", () => {
    const marks = /\b(?:TODO|FIXME|XXX)\b|\b(?:it|test|describe)\.(?:skip|only|todo)\b/;
    const found = sources.flatMap(({ file, lines }) =>
      file.endsWith("tidy.test.ts") ? [] : lines.filter((line) => marks.test(line)).map(() => file),
    );
    expect(found).toEqual([]);
  });

  it("every file says at its head what it is", () => {
    const silent = product.filter(({ lines }) => !/^(?:\/\*\*|#!)/.test(lines[0] ?? ""));
    expect(silent.map(({ file }) => file)).toEqual([]);
  });

  it(`lines of code are at most ${LINE_CHARS_MAX} characters`, () => {
    const long = product.flatMap(({ file, lines }) =>
      lines.flatMap((line, index) =>
        line.length > LINE_CHARS_MAX && !/["'`/]/.test(line) ? [`${file}:${index + 1}`] : [],
      ),
    );
    expect(long).toEqual([]);
  });
});
