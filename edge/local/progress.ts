/** Progress bars and lines on stderr: a bar that rewrites itself on a terminal, plain lines elsewhere. */

const WIDTH = 28;
/** Without a terminal a bar prints a line at each of these shares. */
const PLAIN_STEPS = 4;

export interface Progress {
  step(label: string): void;
  bar(label: string, total: number): (done: number) => void;
}

export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  return {
    step: (label) => {
      stream.write(`  ${label}\n`);
    },
    bar: (label, total) => {
      let printed = -1;
      return (done) => {
        const share = total === 0 ? 1 : Math.min(1, done / total);
        const counts = `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
        if (stream.isTTY) {
          const filled = Math.round(share * WIDTH);
          const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
          stream.write(`\r  ${label} ${bar} ${counts}${share === 1 ? "\n" : ""}`);
          return;
        }
        const step = Math.floor(share * PLAIN_STEPS);
        if (step > printed) {
          printed = step;
          stream.write(`  ${label} ${counts}\n`);
        }
      };
    },
  };
}
