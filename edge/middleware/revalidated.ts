/**
 * `ETag` and `Cache-Control` of what is read: a caller that has the answer already gets 304 without a
 * body. The tag is a digest of the body, so it says nothing about the corpus and needs no version.
 */
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import type { MiddlewareHandler } from "hono";
import type { AppEnvironment } from "../app-environment.ts";

/** Kept by the caller alone, and asked about before each use: a deleted document is gone at once. */
const PRIVATE = "private, no-cache";
/** What a 304 says beside the tag. */
const RETAINED = ["x-request-id", "access-control-allow-origin", "access-control-expose-headers"];
const tagged = etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...RETAINED] });

export function revalidated(cacheControl = PRIVATE): MiddlewareHandler<AppEnvironment> {
  return (c, next) =>
    tagged(c, async () => {
      await next();
      if (c.res.ok) {
        c.res.headers.set("cache-control", cacheControl);
      }
    });
}
