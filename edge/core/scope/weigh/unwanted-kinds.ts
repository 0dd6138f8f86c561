/**
 * Kinds of documents that a query names but does not ask for: one that somebody has already ("pas l'énoncé,
 * on l'a déjà", "题目我有了"), one that is no use ("essays are useless to me"), and one that only says which
 * item is meant where its answer is asked for ("填空 求解答").
 */
import type { Mention } from "../read/mention.ts";
import { beforeLinks, isHan, type QueryToken, word } from "../query-tokens.ts";
import { SOLE_WORDS, WITH_WORDS, words, type WordSet } from "../words/scope-words.ts";

/** Index of the mention, among those of the query in order. */
export function isUnwantedKind(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): boolean {
  if (mentions[index]!.field !== "content_type") return false;
  return (
    isOwned(tokens, mentions, index) ||
    isHated(tokens, mentions[index]!) ||
    isUseless(tokens, mentions[index]!) ||
    isItemOfAnswer(tokens, mentions, index)
  );
}

const PERSONS = words("i we on j je nous ich wir yo 我 们");
/** Verbs that hold their person: "tengo", "ya hice". */
const PERSONAL_VERBS = words("tengo tenemos hice hicimos");
const OWNING = words(
  `have ve got had a ai as avons habe hab haben hatte tengo tenemos hice hicimos hold did done tried seen
   fait faits faite faites vu vus vue gemacht gesehen hecho visto
   know knew read connais lu lus lue kenne kenn kannte gelesen conozco leido 有 做 看`,
);
const ALREADY = words("already deja schon bereits ya 已 了 过");
const OWNED_LEADS = words(
  "the this that le la les un une des mes die der das den ein eine las los el",
);
/** What else may stand between somebody, what is owned and its kind. */
const OWNING_LINKS = words("all l lo 经 都 这 个 道 是 的", OWNED_LEADS);
const ASKING = words("can could may might should would if puis pourrais do does have 没");
const RUN_MAX = 6;

/**
 * "I already have the mark scheme", "die Lösung habe ich schon", "l'énoncé on l'a déjà"; without the word
 * "already" only where another kind is named behind it ("I have the mcqs, need the answers").
 */
function isOwned(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): boolean {
  const { from, to } = mentions[index]!;
  const isOwner = (at: number): boolean =>
    [PERSONS, OWNING, ALREADY, OWNING_LINKS].some((set) => set.has(word(tokens, at)));
  let first = from;
  const isTied = (at: number): boolean => isClose(tokens, at) && !tokens[at]!.gap.includes(",");
  while (from - first < RUN_MAX && isOwner(first - 1) && isTied(first)) first -= 1;
  let last = to;
  while (last - to < RUN_MAX && isOwner(last) && isClose(tokens, last)) last += 1;
  if (first === from && last === to) return false;
  // "keys only, we already have the sheet": what is owned follows.
  const isObject = last > to && OWNED_LEADS.has(tokens[last - 1]!.folded) && last < tokens.length;
  if (isObject && isClose(tokens, last)) return false;
  const run = [...tokens.slice(first, from), ...tokens.slice(to, last)].map(({ folded }) => folded);
  const holds = (set: WordSet): boolean => run.some((one) => set.has(one));
  // "选择题做过了": Chinese leaves the person out.
  const isChinese = tokens[last - 1]?.folded === "了" && last > to && !tokens[last]?.isGlued;
  if (!holds(OWNING) || !(isChinese || holds(PERSONS) || holds(PERSONAL_VERBS))) return false;
  if (ASKING.has(tokens[first - 1]?.folded ?? "")) return false;
  return holds(ALREADY) || mentions.slice(index + 1).some(({ field }) => field === "content_type");
}

/** No sentence ends before token `at`; a comma may ("le corrigé, je l'ai déjà"). */
const isClose = (tokens: readonly QueryToken[], at: number): boolean =>
  /^[\s,'’-]*$/u.test(tokens[at]!.gap);

const USELESS = words(
  `useless pointless unnecessary unneeded inutile inutiles superflu superflus nutzlos unnotig uberflussig
   unbrauchbar inutil innecesario innecesarios`,
);
const CARELESS = words("fiche fous fout");
const NOT_WORDS = words("t not no non nein pas plus rien nicht nichts nix kein 不 别 没 甭");
const WANTS = words(
  `want need help helps veux voulons interesse interessent sert servent brauche brauch brauchen will wollen
   nutzt bringt bringen hilft interessiert quiero necesito sirve sirven interesa interesan
   thanks thx merci danke gracias 要 用 需 给 想`,
);
/** Between the kind and the end of what denies it. */
const USELESS_LINKS = words(
  `i we je j on nous n ne s en y l les me m a to us any all are is don dont do sont est ich wir mir uns
   ist sind yo nos son los las lo la 我 的 是 们 也 了 really vraiment wirklich`,
);
const USELESS_MAX = 7;

/** "i hate mcqs", "marre des QCM", "tired of summaries". */
const REFUSING = words(
  `hate hates dislike tired sick fed marre bol deteste detestons hasse satt leid harto harta odio
   basta 厌 烦 腻`,
);
const REFUSING_LINKS = words(
  "the these those of with up de des d les le la der die das von los las 了",
);

function isHated(tokens: readonly QueryToken[], { from }: Mention): boolean {
  const at = beforeLinks(tokens, from, REFUSING_LINKS, LINKS_MAX);
  // "tut mir leid, Multiple Choice bitte".
  const isOne = tokens.slice(at + 1, from + 1).every(({ gap }) => /^\s*$/u.test(gap));
  return (
    isOne && REFUSING.has(tokens[at]?.folded ?? "") && !NOT_WORDS.has(tokens[at - 1]?.folded ?? "")
  );
}

/** "mcqs are useless to me", "le corrigé, j'en veux pas", "brauche ich nicht", "作文别给我". */
function isUseless(tokens: readonly QueryToken[], { to }: Mention): boolean {
  let [isDenied, isWanted, at] = [false, false, to];
  while (at < tokens.length && at - to < USELESS_MAX && isClose(tokens, at)) {
    if (at > to && tokens[at]!.gap.includes(",")) break;
    const one = tokens[at]!.folded;
    // "les QCM je m'en fiche".
    if (USELESS.has(one) || (CARELESS.has(one) && tokens[at - 1]!.folded === "en")) return true;
    isDenied ||= NOT_WORDS.has(one);
    isWanted ||= WANTS.has(one);
    if (!NOT_WORDS.has(one) && !WANTS.has(one) && !USELESS_LINKS.has(one)) break;
    at += 1;
  }
  const isEnd = at === tokens.length || !isClose(tokens, at) || tokens[at]!.gap.includes(",");
  return isDenied && isWanted && isEnd;
}

const ONLY = words("只 仅 求 缺", SOLE_WORDS);
const ONLY_LINKS = words("the le la les l die der das los las el noch encore still 要 需 缺 想 看");
const LINKS_MAX = 3;

/** "选择最后一题，题目我有了，只缺过程", "mcq 12, just the answer key": only the kind behind it is asked for. */
function isItemOfAnswer(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): boolean {
  const item = mentions[index]!;
  if (isOnly(tokens, item) || mentions[index - 1]?.field === item.field) return false;
  const answer = mentions.slice(index + 1).find(({ field }) => field === "content_type");
  if (answer === undefined || answer.to <= item.to || !isOnly(tokens, answer)) return false;
  return tokens
    .slice(item.to, answer.from + 1)
    .some(
      ({ gap, isGlued }) => /[,;:.!?()–—]/u.test(gap) || (!isGlued && isHan(tokens[item.from])),
    );
}

/** "just the answers", "只缺过程", "求解答"; "just with answers" wants the rest, too. */
function isOnly(tokens: readonly QueryToken[], { from }: Mention): boolean {
  if (WITH_WORDS.has(tokens[from]!.folded)) return false;
  if (ONLY.has(tokens[from]!.folded)) return true;
  return ONLY.has(word(tokens, beforeLinks(tokens, from, ONLY_LINKS, LINKS_MAX)));
}
