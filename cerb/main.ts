/** `npm run cerb`: arguments in, result files out, exit code 0, 1 or 2. */
import { createProgress } from "#edge/local/progress.ts";
import { parseCommand } from "./command-line.ts";
import { EXIT_BAD_INPUT, InputError } from "./input-error.ts";
import { runCommand } from "./run-command.ts";

const EXIT_FAILURE = 1;

try {
  const command = parseCommand(process.argv.slice(2));
  process.exitCode = await runCommand({
    command,
    progress: createProgress(),
    print: (line) => process.stdout.write(`${line}\n`),
  });
} catch (error) {
  // The stack alone: a driver's error object would print pages.
  const isInput = error instanceof InputError;
  const { message, stack } = error as Error;
  process.stderr.write(`${isInput ? message : (stack ?? message)}\n`);
  process.exitCode = isInput ? EXIT_BAD_INPUT : EXIT_FAILURE;
}
