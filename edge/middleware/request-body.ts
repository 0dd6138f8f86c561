/** Reads a body up to a byte limit, counted on the bytes that arrive: no header is trusted. */
import { AppError } from "../errors.ts";

export async function readBody(request: Request, bytesMax: number): Promise<string> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > bytesMax) {
    await request.body?.cancel();
    throw tooLarge(bytesMax);
  }
  const reader = request.body?.getReader();
  if (reader === undefined) {
    return "";
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
      await reader.cancel();
      throw tooLarge(bytesMax);
    }
    parts.push(value);
  }
  return decodeUtf8(parts);
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
