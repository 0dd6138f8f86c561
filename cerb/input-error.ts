/** What the user can put right: a wrong option, a file that cannot be used. The exit code is 2. */
export const EXIT_BAD_INPUT = 2;

export class InputError extends Error {
  override readonly name = "InputError";
}
