/** A real Chromium from npm, which may speak to this machine only. */
import sparticuz from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

/**
 * In a single process closing one page ends the browser; and without its web security the browser
 * would let the page do what no visitor's browser does.
 */
const LEFT_OUT: readonly string[] = ["--single-process", "--disable-web-security"];

export async function startBrowser(): Promise<Browser> {
  sparticuz.setGraphicsMode = false;
  return chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: [
      ...sparticuz.args.filter((argument) => !LEFT_OUT.includes(argument)),
      "--no-sandbox",
      "--disable-gpu",
    ],
    headless: true,
  });
}
