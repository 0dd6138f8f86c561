/** School words in traditional characters are read as in simplified ones; the span is of what was typed. */
import { describe, expect, test } from "vitest";
import { extractScope } from "#core/scope/extract-scope.ts";
import { CORPORA, read } from "./read-scope.ts";

describe("traditional characters", () => {
  test.each([
    ["生物科 DNA同RNA氫鍵 2013新課標Ⅱ", "生物科 DNA同RNA氫鍵 2013新课标Ⅱ"],
    ["歷史選擇題 2018全國卷二", "历史选择题 2018全国卷二"],
    ["數學填空題 2016年高考 標準答案", "数学填空题 2016年高考 标准答案"],
    ["語文閱讀 第3題 2019", "语文阅读 第3题 2019"],
    ["經濟學 大學", "经济学 大学"],
  ])("%s", (traditional, simplified) => {
    expect(read(traditional, CORPORA)).not.toEqual({});
    expect(read(traditional, CORPORA)).toEqual(read(simplified, CORPORA));
  });

  test("the span is that of the words as they were sent", () => {
    const query = "光合作用 選擇題";
    const { extracted } = extractScope(query, CORPORA);
    expect(extracted.map(({ span }) => query.slice(...span))).toEqual(["選擇題"]);
  });

  test("a character of a topic stays what it is", () =>
    expect(read("龍門石窟", CORPORA)).toEqual({}));
});
