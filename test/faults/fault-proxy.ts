/** Stands between the app and its database and fails as networks do: at once, late, half, or after the deed. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const PROXY_FAULTS = [
  /** The connection breaks before the statement arrives. */
  "refused",
  /** The statement runs and is committed, and its answer is lost. */
  "answer_lost",
  /** Half of the answer, then the connection breaks. */
  "answer_cut",
  /** A proxy's own page with status 502. */
  "bad_gateway",
  /** The database says that it is shutting down (SQLSTATE 57P01). */
  "shutting_down",
  /** Everything works, later. */
  "slow",
] as const;
export type ProxyFault = (typeof PROXY_FAULTS)[number];

const SLOW_MS = 300;

export interface FaultProxy {
  readonly databaseUrl: string;
  readonly endpoint: string;
  /** The gateway behind it. */
  forwardTo(url: string): void;
  /** The next `times` requests fail so; 0 heals. */
  fail(fault: ProxyFault, times: number): void;
  /** Requests that were failed since `fail`. */
  failed(): number;
  close(): Promise<void>;
}

export async function startFaultProxy(): Promise<FaultProxy> {
  let target = "";
  let fault: ProxyFault = "slow";
  let left = 0;
  let failed = 0;
  const server = createServer((request, response) => {
    const failing = left > 0 ? fault : null;
    left = Math.max(0, left - 1);
    failed += failing === null ? 0 : 1;
    void serve(request, response, target, failing).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    databaseUrl: `postgres://faults:faults@127.0.0.1:${port}/scopewise`,
    endpoint: `http://127.0.0.1:${port}/sql`,
    forwardTo: (url) => (target = url),
    fail: (next, times) => {
      fault = next;
      left = times;
      failed = 0;
    },
    failed: () => failed,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  target: string,
  fault: ProxyFault | null,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  if (fault === "refused") {
    request.socket.destroy();
    return;
  }
  if (fault === "bad_gateway") {
    response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>");
    return;
  }
  if (fault === "shutting_down") {
    const body = { message: "terminating connection", code: "57P01", severity: "FATAL" };
    response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(body));
    return;
  }
  if (fault === "slow") {
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  }
  const answer = await fetch(target, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: Buffer.concat(parts),
  });
  const body = await answer.text();
  if (fault === "answer_lost") {
    request.socket.destroy();
    return;
  }
  response.writeHead(answer.status, { "content-type": "application/json" });
  if (fault === "answer_cut") {
    response.write(body.slice(0, Math.ceil(body.length / 2)));
    response.destroy();
    return;
  }
  response.end(body);
}
