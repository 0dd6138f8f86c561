/** Writes the reference page into the folder that the Worker's static assets serve. */
import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createApp } from "../../app.ts";
import type { Dependencies } from "../../ports.ts";
import type { Description } from "./description.ts";
import { renderReference } from "./render-reference.ts";

const STYLES = new URL("./reference.css", import.meta.url);

export async function writeReference(folder: string): Promise<void> {
  await writeFile(join(folder, "reference.html"), renderReference(await readDescription()));
  await copyFile(STYLES, join(folder, "reference.css"));
}

/** The routes describe themselves without any service behind them. */
async function readDescription(): Promise<Description> {
  const app = createApp(() => ({ database: {} }) as unknown as Dependencies);
  const response = await app.request("/openapi.json");
  return (await response.json()) as Description;
}
