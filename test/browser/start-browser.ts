/** A real Chromium from npm, which may speak to this machine only. */
import sparticuz from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

export async function startBrowser(): Promise<Browser> {
  sparticuz.setGraphicsMode = false;
  return chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: [...sparticuz.args, "--no-sandbox", "--disable-gpu"],
    headless: true,
  });
}
