/** The trainer's commands: arguments in, result on stdout, progress on stderr, exit code out. */
import { AppError } from "#edge/errors.ts";
import { createProgress } from "#edge/local/progress.ts";
import { parseCommand } from "./command-line.ts";
import { runCommand } from "./commands.ts";
import { openConnections } from "./connections.ts";
import { EXIT_FAILURE, TrainerError } from "./training-error.ts";

try {
  const command = parseCommand(process.argv.slice(2));
  const connections = openConnections(process.env);
  const { name, tenant, seed, outFolder } = command;
  process.stderr.write(
    `trainer ${name}: tenant ${tenant}, seed ${seed}, out ${outFolder}, ` +
      `connections from ${connections.source}\n`,
  );
  process.exitCode = await runCommand({
    command,
    connections,
    progress: createProgress(),
    print: (line) => process.stdout.write(`${line}\n`),
    now: () => Date.now(),
  });
} catch (error) {
  if (!(error instanceof TrainerError || error instanceof AppError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof TrainerError ? error.exitCode : EXIT_FAILURE;
}
