/**
 * Bundles the page into the folder that the Worker's static assets serve. Names are not hashed: the
 * platform sends an ETag and asks browsers to check. No Node modules here: the types of this folder
 * are the browser's.
 */
import { build, type Plugin } from "esbuild";

const FOLDER = new URL("./", import.meta.url).pathname;
/** Where wrangler.toml looks for the page. */
export const PLAYGROUND_DIST = `${FOLDER}dist`;

/** Every browser that runs the page reads woff2; the older font files stay out. */
const olderFontsOutside: Plugin = {
  name: "older-fonts-outside",
  setup: ({ onResolve }) => {
    onResolve({ filter: /\.(?:woff|ttf)$/ }, ({ path }) => ({ path, external: true }));
  },
};

export async function bundlePlayground(folder: string): Promise<void> {
  await build({
    absWorkingDir: FOLDER,
    entryPoints: {
      main: "main.ts",
      page: "styles/page.css",
      formula: "styles/formula.css",
      index: "index.html",
      icon: "icon.svg",
      _headers: "_headers",
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    target: ["es2023", "chrome123", "firefox120", "safari17.5"],
    minify: true,
    legalComments: "none",
    loader: { ".html": "copy", ".svg": "copy", "": "copy", ".woff2": "file" },
    assetNames: "fonts/[name]",
    chunkNames: "[name]",
    plugins: [olderFontsOutside],
    logLevel: "silent",
  });
}
