/** `npm run cerb`: arguments in, result files out, exit code 0, 1 or 2. */
import { createProgress } from "#edge/local/progress.ts";
import { parseCommand } from "./command-line.ts";
import { EXIT_BAD_INPUT, InputError } from "./input-error.ts";
import { runCommand } from "./run-command.ts";

try {
  const command = parseCommand(process.argv.slice(2));
  process.exitCode = await runCommand({
    command,
    progress: createProgress(),
    print: (line) => process.stdout.write(`${line}\n`),
  });
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = EXIT_BAD_INPUT;
}
