/** Arguments of the trainer, checked before anything is opened. */
import { parseArgs } from "node:util";
import { LEARNED_PARTS } from "./learned/parts.ts";
import { TRAINING_SETTINGS } from "./settings.ts";
import { badInput } from "./training-error.ts";

export const COMMANDS = [
  "train",
  "publish",
  "nightly",
  "rollback",
  "models",
  "import-judgments",
] as const;

const SWITCHED_PARTS = [...LEARNED_PARTS, "table"] as const;

type SwitchedPart = (typeof SWITCHED_PARTS)[number];

export type CommandName = (typeof COMMANDS)[number];

export interface Command {
  readonly name: CommandName;
  readonly tenant: string;
  readonly seed: number;
  readonly outFolder: string;
  /** File of judgments; null: those in the database. */
  readonly judgmentsFile: string | null;
  /** Learned parts that this night leaves out. */
  readonly without: readonly SwitchedPart[];
  /** Version to roll back to. */
  readonly version: string | null;
}

export const USAGE = `usage: node trainer/main.ts COMMAND [options]
  train             train a model; writes model.json, nightly.json and report.html
  publish           put the model of model.json in force
  nightly           train, then publish if the decision says so
  rollback          put an earlier version in force (--to VERSION)
  models            list the versions of the tenant
  import-judgments  store the judgments of a file (--judgments FILE)
options
  --tenant NAME     default demo
  --seed N          default ${TRAINING_SETTINGS.seed}
  --out DIR         default out
  --without PARTS   learned parts to leave out: ${SWITCHED_PARTS.join(", ")}
  --judgments FILE  train on these judgments instead of those in the database
`;

const SEED_MAX = 2 ** 32 - 1;

export function parseCommand(args: readonly string[]): Command {
  const [name, ...rest] = args;
  if (!isCommand(name)) throw badInput(USAGE);
  const values = parsedOptions(rest);
  const seed = Number(values.seed ?? TRAINING_SETTINGS.seed);
  if (!/^\d+$/.test(values.seed ?? "0") || seed > SEED_MAX) {
    throw badInput(`--seed: must be a whole number from 0 to ${SEED_MAX}, got "${values.seed}"`);
  }
  const judgmentsFile = values.judgments ?? null;
  if (name === "import-judgments" && judgmentsFile === null) {
    throw badInput("--judgments: import-judgments needs a file");
  }
  const version = values.to ?? null;
  if ((name === "rollback") !== (version !== null)) {
    throw badInput("--to: rollback, and only rollback, needs a version");
  }
  return {
    name,
    tenant: values.tenant ?? "demo",
    seed,
    outFolder: values.out ?? "out",
    judgmentsFile,
    without: partsOf(values.without),
    version,
  };
}

function partsOf(list: string | undefined): SwitchedPart[] {
  return (list ?? "").split(",").flatMap((name): SwitchedPart[] => {
    const part = SWITCHED_PARTS.find((known) => known === name.trim());
    if (part !== undefined) return [part];
    if (list === undefined) return [];
    throw badInput(`--without: ${SWITCHED_PARTS.join(", ")}, separated by commas; got "${name}"`);
  });
}

function isCommand(name: string | undefined): name is CommandName {
  return (COMMANDS as readonly (string | undefined)[]).includes(name);
}

function parsedOptions(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: { tenant: text, seed: text, out: text, judgments: text, to: text, without: text },
    }).values;
  } catch (error) {
    throw badInput((error as Error).message);
  }
}
