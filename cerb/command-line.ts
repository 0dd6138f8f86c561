/** Arguments of `npm run cerb`, checked; a wrong one is named. Nothing is read here. */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Mode, MODES } from "./ablation/benchmark-case.ts";
import { InputError } from "./input-error.ts";
import { DEFAULT_MODEL } from "./systems/default-model.ts";
import { CORPORA_MAX } from "./systems/open-systems.ts";

export const COMMANDS = ["ablation", "scope", "audit", "judge"] as const;
export type CommandName = (typeof COMMANDS)[number];

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The corpora that the shipped cases were labelled on. */
const SHIPPED = ["openstax-physics", "dnb-fr", "mmlu", "exams", "gaokao"].map((name) =>
  here(`corpora/${name}`),
);
export const USAGE = `usage: npm run cerb -- ${COMMANDS.join("|")} [options]
  --corpus PATH…   JSONL files or folders (.gz too), BEIR folders; default: the shipped corpora
  --cases PATH     CERB case file or BEIR folder; default: the shipped cases
  --mode MODE      ${MODES.join(" | ")} (default as_given)
  --out DIR        folder for the results (default out/cerb)
  --strict         our variant without widening
  --subset NAME    only the cases of one list beside the case file (tuning, measured, pilot)
  --model FILE     ranking model of our variant
  --embed          embed texts that come without vectors
  --language CODE  language of BEIR rows and queries (default en)
  --split NAME     judgments of a BEIR folder (default test)
  --cache DIR      folder for indexes (default .scopewise/cerb); "none": in memory
  --seed N         of the resamples (default 42, as the protocol states)`;

export interface Command {
  readonly name: CommandName;
  readonly corpora: readonly string[];
  readonly cases: string;
  readonly mode: Mode;
  readonly outFolder: string;
  readonly strict: boolean;
  readonly subset: string | null;
  readonly modelFile: string | null;
  readonly embeddingModel: string;
  readonly embeddingDimension: number;
  readonly embedsTexts: boolean;
  readonly language: string;
  readonly split: string;
  readonly cacheFolder: string | null;
  readonly seed: number;
}

const OPTIONS = {
  corpus: { type: "string", multiple: true },
  cases: { type: "string" },
  mode: { type: "string", default: "as_given" },
  out: { type: "string", default: "out/cerb" },
  strict: { type: "boolean", default: false },
  subset: { type: "string" },
  model: { type: "string" },
  embed: { type: "boolean", default: false },
  language: { type: "string", default: "en" },
  split: { type: "string", default: "test" },
  cache: { type: "string", default: ".scopewise/cerb" },
  seed: { type: "string", default: "42" },
} as const;

export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  const [name, ...further] = positionals;
  if (!isOneOf(COMMANDS, name)) {
    throw new InputError(
      `${name === undefined ? "no command" : `unknown command ${name}`}\n${USAGE}`,
    );
  }
  if (!isOneOf(MODES, values.mode)) {
    throw new InputError(`--mode: "${values.mode}" is none of ${MODES.join(", ")}`);
  }
  if (!/^\d+$/.test(values.seed)) throw new InputError(`--seed: "${values.seed}" is no number`);
  // `--corpus a b c` leaves b and c as positionals.
  const given = [...(values.corpus ?? []), ...further];
  if (given.length > CORPORA_MAX) throw new InputError(`--corpus: at most ${CORPORA_MAX} paths`);
  return {
    name,
    corpora: given.length > 0 ? given : SHIPPED,
    cases: values.cases ?? here("cases/cases.jsonl"),
    mode: values.mode,
    outFolder: values.out,
    strict: values.strict,
    subset: values.subset ?? null,
    modelFile: values.model ?? null,
    embeddingModel: DEFAULT_MODEL.id,
    embeddingDimension: DEFAULT_MODEL.dimension,
    embedsTexts: values.embed,
    language: values.language,
    split: values.split,
    cacheFolder: values.cache === "none" ? null : values.cache,
    seed: Number(values.seed),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new InputError(`${(error as Error).message}\n${USAGE}`);
  }
}

function isOneOf<T extends string>(names: readonly T[], value: string | undefined): value is T {
  return (names as readonly string[]).includes(value ?? "");
}
