/** Reads a body up to a byte limit, counted on the bytes that arrive: no header is trusted. */
import { AppError } from "../errors.ts";

/** Of a body that is too large, this much is read and dropped so that the sender gets the answer. */
export const DROPPED_BYTES_MAX = 32 * 1024 * 1024;

export async function readBody(request: Request, bytesMax: number): Promise<string> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  const reader = request.body?.getReader();
  if (reader === undefined) {
    return "";
  }
  if (declared > bytesMax) {
    await drop(reader);
    throw tooLarge(bytesMax);
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    bytes += value.byteLength;
    if (bytes > bytesMax) {
      await drop(reader);
      throw tooLarge(bytesMax);
    }
    parts.push(value);
  }
  return decodeUtf8(parts);
}

/** A connection that closes under a sender shows it a broken pipe instead of the 413. */
async function drop(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  for (let bytes = 0; bytes < DROPPED_BYTES_MAX; ) {
    const { done, value } = await reader.read();
    if (done) {
      return;
    }
    bytes += value.byteLength;
  }
  await reader.cancel();
}

const tooLarge = (bytesMax: number) =>
  new AppError("body_too_large", `the body is larger than ${bytesMax} bytes`);

function decodeUtf8(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  try {
    return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
  } catch {
    throw new AppError("invalid_json", "the body is not valid UTF-8");
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid_json", "the body is not valid JSON");
  }
}
