/** `npm run cerb`: arguments in, result files out, exit code 0, 1 or 2. */
import { createProgress } from "#edge/local/progress.ts";
import { parseCommand, USAGE } from "./command-line.ts";
import { EXIT_BAD_INPUT, InputError } from "./input-error.ts";
import { runCommand } from "./run-command.ts";

const EXIT_FAILURE = 1;

const print = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const args = process.argv.slice(2);
  if (["help", "--help", "-h"].includes(args[0] ?? "")) print(USAGE);
  else {
    const command = parseCommand(args);
    process.exitCode = await runCommand({ command, progress: createProgress(), print });
  }
} catch (error) {
  // The stack alone: a driver's error object would print pages.
  const isInput = error instanceof InputError;
  const { message, stack } = error as Error;
  process.stderr.write(`${isInput ? message : (stack ?? message)}\n`);
  process.exitCode = isInput ? EXIT_BAD_INPUT : EXIT_FAILURE;
}
