/** Bodies beyond their limit: the answer comes, and what is read and dropped before it is bounded. */
import { describe, expect, it } from "vitest";
import { AppError } from "#edge/errors.ts";
import { DROPPED_BYTES_MAX, readBody } from "#edge/middleware/request-body.ts";

const CHUNK_BYTES = 1024 * 1024;
const LIMIT = 10;

/** A body of so many chunks; tells how many were asked for and whether it was given up. */
function bodyOf(chunks: number, headers: Record<string, string> = {}) {
  const seen = { pulled: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        seen.pulled += 1;
        if (seen.pulled > chunks) controller.close();
        else controller.enqueue(new Uint8Array(CHUNK_BYTES));
      },
      cancel: () => void (seen.cancelled = true),
    },
    { highWaterMark: 0 },
  );
  const init = { method: "POST", headers, body: stream, duplex: "half" };
  return { seen, request: new Request("http://x", init as RequestInit) };
}

const refusal = (request: Request) =>
  readBody(request, LIMIT).then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

describe.each([
  ["without a length", {}],
  ["of a declared length", { "content-length": "99" }],
])("a body that is too large, %s", (_, headers) => {
  const dropped = DROPPED_BYTES_MAX / CHUNK_BYTES;

  it("is read to its end", async () => {
    const { seen, request } = bodyOf(dropped - 1, headers);
    expect(await refusal(request)).toBe("body_too_large");
    expect(seen).toEqual({ pulled: dropped, cancelled: false });
  });

  it("that goes on is given up", async () => {
    const { seen, request } = bodyOf(10 * dropped, headers);
    expect(await refusal(request)).toBe("body_too_large");
    expect(seen.cancelled).toBe(true);
    expect(seen.pulled).toBeLessThanOrEqual(dropped + 1);
  });
});
