/**
 * What a command of the trainer tells its operator: a sentence and the exit code it ends with. What
 * is not one of these is a bug or an AppError of the edge, and ends with EXIT_FAILURE.
 */

export const EXIT_DONE = 0;
export const EXIT_FAILURE = 1;
export const EXIT_BAD_INPUT = 2;
export const EXIT_NO_MODEL = 3;

export type ExitCode =
  | typeof EXIT_DONE
  | typeof EXIT_FAILURE
  | typeof EXIT_BAD_INPUT
  | typeof EXIT_NO_MODEL;

export class TrainerError extends Error {
  override readonly name = "TrainerError";
  readonly exitCode: typeof EXIT_FAILURE | typeof EXIT_BAD_INPUT;

  constructor(
    message: string,
    exitCode: typeof EXIT_FAILURE | typeof EXIT_BAD_INPUT,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The operator's to repair: an argument, a file, a setting. */
export const badInput = (message: string): TrainerError =>
  new TrainerError(message, EXIT_BAD_INPUT);

/** A service or a check failed; what was served before is still served. */
export const failure = (message: string, options?: ErrorOptions): TrainerError =>
  new TrainerError(message, EXIT_FAILURE, options);
