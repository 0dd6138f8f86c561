/** Closed lists of Chinese school and function words, read where no space tells words apart. */
import { words } from "./scope-words.ts";

/** Traditional characters of school words, and below each its simplified form: names are written in those. */
const TRADITIONAL =
  "課標國題選擇學歷語數試閱讀寫實驗綜單詳釋講練習總結級經濟體計機論證簡準參評過書與個這嗎給問應補會統業專醫聽譯兩幾號亞";
const SIMPLIFIED =
  "课标国题选择学历语数试阅读写实验综单详释讲练习总结级经济体计机论证简准参评过书与个这吗给问应补会统业专医听译两几号亚";

/** "課" as "课"; any other character as it is. */
export const simplified = (character: string): string =>
  SIMPLIFIED[TRADITIONAL.indexOf(character)] ?? character;

/** What may follow a Chinese name without a space; any other character makes it part of a word. */
export const CHINESE_JOINTS = words(
  "的 吗 呢 吧 啊 呀 嘛 和 与 及 或 跟 第 题 卷 试 真 考 高 年 级 教 课 知 练 习 作 版 在 中 里 学 生 班 道 短 阅 完 听 那 这 哪",
);

/** "语文默写", "物理实验": school words that are glued to a subject without being part of its topic. */
export const CHINESE_SCHOOL_WORDS = words(
  `默写 实验 阅读 压轴 小题 应用题 计算 证明 判断 作文 文言 古诗 诗歌 翻译 听力 完形 改错 语法 写作 推断
   论述 简答 综合 单选 多选 必考 选考 选做 选修 必修 模拟 期中 期末 原题 真题 笔记 错题 满分 答案 解析
   讲解 讲义 网课 辅导 竞赛 会考 联考 统考 月考 最后 第几 怎么 选择 填空 解答 大题 基础题 名著 背诵 默背
   病句 成语 七选 书面 短文 现代文 名句 名篇 小论文 诗词 字音 字形 词汇 口语 单词 完型 读后
   有吗 有没 有么 在哪 哪里 哪有 谢谢 多谢 求助 求解 给我 给个 发我 发一 发个 能不 可以 入门 有木 是什 是多 还是 一道 一题 两道 两题 几道 各一 各来`,
);

/** "物理学家": the word goes on although a joint follows. */
export const CHINESE_TAILS = words("学家 学者 学派 学界 学史");

/** "历史选择都要": behind the last name of a query; "生物都要呼吸" goes on. */
export const CHINESE_ENDS = words("都要 都行 都可 都来");

/** "历史问题", "热点话题": no question of an exam. */
export const CHINESE_NO_QUESTIONS = words("问 话 课 主 议 难 专 命 标");

/** "英文教材", "中文试题": two characters behind a language that say what is written in it. */
export const CHINESE_LANGUAGE_NOUNS = words(
  `教材 课本 试题 题目 原题 真题 资料 原文 原版 版本 解释 答案 文本 试卷 讲解 例题 习题 练习 总结 讲义 笔记 术语 课件 教程
   小结 定义 公式 写的 讲的 出的 授课 教学 编写 材料 书籍 文档 网课 视频`,
);
