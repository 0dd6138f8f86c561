/** A service double over real HTTP: plays a scripted answer per request and keeps the requests. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export type Fault =
  /** Never answers. */
  | "hang"
  /** Closes the connection without a byte. */
  | "drop"
  /** Promises more bytes than it sends. */
  | "truncate"
  /** Sends the head and one byte, then nothing. */
  | "stall";

export interface ScriptedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly text?: string;
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly body: string;
}

export interface FaultServer {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
}

export type Script = readonly (Fault | ScriptedAnswer | ((seen: SeenRequest) => ScriptedAnswer))[];

/** After its last entry the script repeats that entry. */
export async function startFaultServer(script: Script): Promise<FaultServer> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) {
      parts.push(part as Buffer);
    }
    const seen: SeenRequest = {
      method: request.method ?? "",
      path: request.url ?? "",
      authorization: request.headers.authorization,
      contentType: request.headers["content-type"],
      idempotencyKey: request.headers["idempotency-key"] as string | undefined,
      body: Buffer.concat(parts).toString("utf8"),
    };
    requests.push(seen);
    const entry = script[Math.min(requests.length, script.length) - 1];
    if (entry === undefined) {
      throw new Error("the script is empty");
    }
    play(typeof entry === "function" ? entry(seen) : entry, response);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: async () => {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function play(answer: Fault | ScriptedAnswer, response: ServerResponse): void {
  if (answer === "hang") {
    return;
  }
  if (answer === "drop") {
    response.destroy();
    return;
  }
  if (answer === "truncate" || answer === "stall") {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write("{", () => {
      if (answer === "truncate") {
        response.destroy();
      }
    });
    return;
  }
  const { status, headers = {}, body, text = JSON.stringify(body) } = answer;
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(text);
}

export const errorAnswer = (
  status: number,
  code: string,
  details: { field?: string; headers?: Record<string, string> } = {},
): ScriptedAnswer => ({
  status,
  headers: { "x-request-id": "from-header", ...details.headers },
  body: {
    error: {
      code,
      message: `said ${code}`,
      ...(details.field === undefined ? {} : { field: details.field }),
      request_id: `id-${status}`,
    },
  },
});
