/** `node edge/playground/build.ts`: what wrangler runs before it uploads the page. */
import { bundlePlayground, PLAYGROUND_DIST } from "./bundle-playground.ts";

await bundlePlayground(PLAYGROUND_DIST);
