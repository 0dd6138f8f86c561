/**
 * Short-lived tokens that carry a scope lock: JWTs signed with HS256 (RFC 7519, RFC 7515). A token
 * belongs to the API key that issued it and dies with that key. Keys rotate by `kid`: the first one
 * signs, all of them verify.
 */
import { z } from "@hono/zod-openapi";
import type { CurriculumScope } from "#core/scope/curriculum-scope.ts";

export const TOKEN_TTL_SECONDS_MAX = 24 * 60 * 60;
export const TOKEN_CHARS_MAX = 8192;
export const TOKEN_KEYS_MAX = 8;
/** HMAC keys shorter than the digest weaken it (RFC 7518 §3.2). */
export const TOKEN_KEY_CHARS_MIN = 43;

export interface TokenKey {
  readonly kid: string;
  readonly secret: string;
}

export interface TokenClaims {
  readonly keyId: number;
  readonly scopeLock: CurriculumScope;
  /** Seconds since the epoch. */
  readonly expires: number;
}

const headerSchema = z.strictObject({
  alg: z.literal("HS256"),
  typ: z.literal("JWT"),
  kid: z.string(),
});
const payloadSchema = z.strictObject({
  key: z.number().int(),
  lock: z.record(z.string(), z.array(z.union([z.string(), z.number()])).max(100)),
  exp: z.number().int(),
});

/** "kid:secret,kid:secret"; throws where a key is too short or a kid stands twice. */
export function parseTokenKeys(text: string): TokenKey[] {
  const keys = text.split(",").map((part) => {
    const [kid = "", secret = ""] = part.trim().split(":");
    return { kid, secret };
  });
  const isValid =
    keys.length <= TOKEN_KEYS_MAX &&
    new Set(keys.map(({ kid }) => kid)).size === keys.length &&
    keys.every(({ kid, secret }) => kid !== "" && secret.length >= TOKEN_KEY_CHARS_MIN);
  if (!isValid) {
    throw new RangeError(
      `TOKEN_KEYS must be kid:secret pairs, secrets of ${TOKEN_KEY_CHARS_MIN} characters or more`,
    );
  }
  return keys;
}

export async function signToken(claims: TokenClaims, key: TokenKey): Promise<string> {
  const header = { alg: "HS256", typ: "JWT", kid: key.kid };
  const payload = { key: claims.keyId, lock: claims.scopeLock, exp: claims.expires };
  const signed = `${encode(JSON.stringify(header))}.${encode(JSON.stringify(payload))}`;
  const signature = await crypto.subtle.sign("HMAC", await importKey(key, "sign"), bytes(signed));
  return `${signed}.${encodeBytes(new Uint8Array(signature))}`;
}

/** Null for anything but a token of ours that has not expired. */
export async function verifyToken(
  token: string,
  keys: readonly TokenKey[],
  nowSeconds: number,
): Promise<TokenClaims | null> {
  const [head = "", body = "", signature = "", ...more] = token.split(".");
  if (more.length > 0 || token.length > TOKEN_CHARS_MAX) {
    return null;
  }
  const header = headerSchema.safeParse(decodeJson(head));
  const key = header.success ? keys.find(({ kid }) => kid === header.data.kid) : undefined;
  const given = decodeBytes(signature);
  if (key === undefined || given === null) {
    return null;
  }
  const verifier = await importKey(key, "verify");
  if (!(await crypto.subtle.verify("HMAC", verifier, given, bytes(`${head}.${body}`)))) {
    return null;
  }
  const payload = payloadSchema.safeParse(decodeJson(body));
  if (!payload.success || payload.data.exp <= nowSeconds) {
    return null;
  }
  const { key: keyId, lock, exp } = payload.data;
  return { keyId, scopeLock: lock as CurriculumScope, expires: exp };
}

const bytes = (text: string) => new TextEncoder().encode(text);

function importKey({ secret }: TokenKey, use: "sign" | "verify") {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", bytes(secret), algorithm, false, [use]);
}

const encode = (text: string) => encodeBytes(bytes(text));

function encodeBytes(data: Uint8Array): string {
  const binary = Array.from(data, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function decodeBytes(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

function decodeJson(text: string): unknown {
  const data = decodeBytes(text);
  try {
    return data === null ? undefined : JSON.parse(new TextDecoder().decode(data));
  } catch {
    return undefined;
  }
}
