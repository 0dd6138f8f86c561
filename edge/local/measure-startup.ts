/**
 * CPU time that the Worker's script costs at start-up: parse, compile and evaluate, before the first
 * request. Method: workerd starts ISOLATES equal Workers at once, each an isolate of its own, and the
 * kernel's count of CPU time for the process is read when it listens; an empty script is subtracted.
 * The count is exact to 1/CLOCK_TICKS s for the process; other load on the machine can only raise
 * it, so the smallest of `repeats` starts is the figure. Linux only: it reads /proc.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const ISOLATES = 10;
const EMPTY = "export default { fetch: () => new Response(null) };";
/** USER_HZ, the unit of utime and stime in /proc/PID/stat; 100 on every current Linux. */
const CLOCK_TICKS = 100;
const START_MS_MAX = 60_000;
/** Path of the executable; the package has no types. */
const workerd = (createRequire(import.meta.url)("workerd") as { default: string }).default;

/** Milliseconds of CPU per isolate; throws where the script does not start. */
export async function measureStartup(script: string, repeats: number): Promise<number> {
  const costs: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const empty = await cpuMsOf(EMPTY);
    costs.push(((await cpuMsOf(script)) - empty) / ISOLATES);
  }
  return Math.min(...costs);
}

/** CPU milliseconds of a workerd process that starts ISOLATES Workers with this script. */
async function cpuMsOf(script: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "scopewise-startup-"));
  try {
    await writeFile(join(folder, "worker.js"), script);
    await writeFile(join(folder, "config.capnp"), configuration());
    return await startOnce(join(folder, "config.capnp"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function configuration(): string {
  const services = Array.from({ length: ISOLATES }, (_, i) => `(name = "w${i}", worker = .worker)`);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [${services.join(", ")}],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "w0")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01"
);
`;
}

function startOnce(config: string): Promise<number> {
  const child = spawn(workerd, ["serve", "--control-fd=3", config], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    timeout: START_MS_MAX,
  });
  let complaint = "";
  child.stderr!.on("data", (chunk) => (complaint += String(chunk).slice(0, 2000)));
  return new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`workerd did not start: ${complaint}`)));
    // The control channel speaks when every Worker is evaluated and the socket is open.
    child.stdio[3]!.once("data", () => {
      readCpuMs(child.pid!).then(resolve, reject);
    });
  }).finally(() => child.kill("SIGKILL"));
}

async function readCpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // Fields 14 and 15 of proc(5), counted from the end of the command's name.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / CLOCK_TICKS;
}
