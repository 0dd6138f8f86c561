/** Reads the imports of the project's sources and states which of them cross a border. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

export interface SourceImport {
  /** Path of the importing file, from the project's root. */
  readonly file: string;
  /** Path from the root, or the name of a package. */
  readonly target: string;
}

const FOLDERS = ["edge", "trainer", "cerb", "migrations", "test"] as const;
const STATEMENT = /(?:^|\n)\s*(?:import|export)\s(?:[^;]*?\sfrom\s)?["']([^"']+)["']/g;
const DYNAMIC = /\bimport\(\s*["']([^"']+)["']\s*\)/g;

const ALIASES = Object.entries(
  (JSON.parse(readFileSync("package.json", "utf8")) as { imports: Record<string, string> }).imports,
).map(([alias, path]) => [alias.replace("*", ""), path.replace(/^\.\//, "").replace("*", "")]);

export function sourceFiles(): string[] {
  return FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.ts`)).filter(
    (file) => !file.includes("node_modules"),
  );
}

export function readImports(): SourceImport[] {
  return sourceFiles().flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return [...text.matchAll(STATEMENT), ...text.matchAll(DYNAMIC)].map((match) => ({
      file,
      target: resolve(file, match[1]!),
    }));
  });
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith(".")) {
    return normalize(join(dirname(file), specifier));
  }
  const alias = ALIASES.find(([name]) => specifier.startsWith(name!));
  return alias === undefined ? specifier : specifier.replace(alias[0]!, alias[1]!);
}

type Rule = (folderOf: SourceImport) => string | null;

const inFolder = (path: string, ...folders: string[]) =>
  folders.some((folder) => path.startsWith(`${folder}/`));
const isPackage = (target: string) => !inFolder(target, ...FOLDERS) && !target.startsWith("#");

/** The Worker's own code: everything of edge/ but the local stack, the browser's page, the example. */
const isWorker = (file: string) =>
  inFolder(file, "edge") && !inFolder(file, "edge/local", "edge/playground", "edge/client/example");

const RULES: readonly Rule[] = [
  ({ file, target }) =>
    inFolder(file, "edge/core") && !inFolder(target, "edge/core") ? "core imports only core" : null,
  ({ file, target }) =>
    layerOf(target) > layerOf(file) && layerOf(file) >= 0
      ? "scope is read before it is weighed"
      : null,
  ({ file, target }) =>
    inFolder(file, "cerb/measures", "cerb/significance") &&
    !inFolder(target, "edge/core", "cerb/measures", "cerb/significance")
      ? "measures are pure"
      : null,
  ({ file, target }) =>
    inFolder(file, "edge") && inFolder(target, "cerb", "trainer")
      ? "edge imports neither cerb nor trainer"
      : null,
  ({ file, target }) =>
    inFolder(file, "cerb") && inFolder(target, "trainer") ? "cerb never imports trainer" : null,
  ({ file, target }) =>
    !inFolder(file, "test") && inFolder(target, "test") ? "nothing imports test" : null,
  ({ file, target }) =>
    isWorker(file) && target.startsWith("node:") ? "the Worker has no Node" : null,
  ({ file, target }) =>
    isWorker(file) && inFolder(target, "edge/local") ? "the Worker has no local code" : null,
  ({ file, target }) =>
    target === "@neondatabase/serverless" &&
    file !== "edge/store/postgres.ts" &&
    !inFolder(file, "test")
      ? "only the store names the driver"
      : null,
  ({ file, target }) =>
    /tensorflow/.test(target) && !inFolder(file, "trainer/backend", "test") && isPackage(target)
      ? "only trainer/backend names tfjs"
      : null,
];

/** Folders of the scope reader, each of which may use only those before it and the files above them. */
const SCOPE = "edge/core/scope";
const SCOPE_LAYERS = ["words", "vocabulary", "detect", "read", "weigh"].map(
  (name) => `${SCOPE}/${name}`,
);

const layerOf = (path: string): number =>
  SCOPE_LAYERS.findIndex((folder) => inFolder(path, folder));

export function crossings(imports: readonly SourceImport[]): string[] {
  return imports.flatMap((entry) => {
    const broken = RULES.map((rule) => rule(entry)).filter((reason) => reason !== null);
    return broken.slice(0, 1).map((reason) => `${entry.file} → ${entry.target}: ${reason}`);
  });
}
