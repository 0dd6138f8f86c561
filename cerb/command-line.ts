/** Arguments of `npm run cerb`, checked; a wrong one is named. Nothing is read here. */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Mode, MODES } from "./ablation/benchmark-case.ts";
import { CHUNKS_DEFAULT, CHUNKS_MAX } from "./corpora/gce-like/plan.ts";
import { InputError } from "./input-error.ts";
import { DEFAULT_MODEL } from "./systems/default-model.ts";
import { CORPORA_MAX } from "./systems/open-systems.ts";

export const COMMANDS = ["ablation", "scope", "audit", "judge", "gce-like"] as const;
export type CommandName = (typeof COMMANDS)[number];

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The corpora that the shipped cases were labelled on. */
const SHIPPED = ["openstax-physics", "dnb-fr", "mmlu", "exams", "gaokao"].map((name) =>
  here(`corpora/${name}`),
);
export const USAGE = `usage: npm run cerb -- ${COMMANDS.join("|")} [options]
  --corpus PATH…   JSONL files or folders (.gz too), BEIR folders; default: the shipped corpora
  --cases PATH     CERB case file or BEIR folder; default: the BEIR corpus, or the shipped cases
  --mode MODE      ${MODES.join(" | ")} (default as_given)
  --out DIR        folder for the results (default out/cerb)
  --strict         our variant without widening
  --subset NAME    only the cases of one list beside the case file (tuning, measured, pilot)
  --model FILE     ranking model of our variant (default: the shipped one)
  --embed          embed texts that come without vectors
  --language CODE  language of BEIR rows and queries (default en)
  --split NAME     judgments of a BEIR folder (default test)
  --cache DIR      folder for indexes (default .scopewise/cerb); "none": in memory
  --chunks N       size of the generated corpus of gce-like (default ${CHUNKS_DEFAULT})
  --seed N         of the resamples (default 42, as the protocol states)`;

export interface Command {
  readonly name: CommandName;
  readonly corpora: readonly string[];
  /** Null: a BEIR folder among the corpora, else the shipped cases. */
  readonly cases: string | null;
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
  /** Of the generated corpus. */
  readonly chunks: number;
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
  chunks: { type: "string", default: String(CHUNKS_DEFAULT) },
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
  const seed = wholeNumber("seed", values.seed, Number.MAX_SAFE_INTEGER);
  const chunks = wholeNumber("chunks", values.chunks, CHUNKS_MAX);
  // `--corpus a b c` leaves b and c as positionals.
  const given = [...(values.corpus ?? []), ...further];
  if (given.length > CORPORA_MAX) throw new InputError(`--corpus: at most ${CORPORA_MAX} paths`);
  return {
    name,
    corpora: given.length > 0 ? given : SHIPPED,
    cases: values.cases ?? null,
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
    seed,
    chunks,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new InputError(`${(error as Error).message}\n${USAGE}`);
  }
}

function wholeNumber(option: string, text: string, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= max) return value;
  throw new InputError(`--${option}: "${text}" is no whole number up to ${max}`);
}

function isOneOf<T extends string>(names: readonly T[], value: string | undefined): value is T {
  return (names as readonly string[]).includes(value ?? "");
}
