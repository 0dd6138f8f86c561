/** Language and colours of the page, remembered in this browser. */
import { en, type Strings } from "./strings/en.ts";
import { fr } from "./strings/fr.ts";

export const LANGUAGES: Readonly<Record<string, Strings>> = { en, fr };
export const THEMES: readonly string[] = ["auto", "light", "dark"];

export interface Preferences {
  readonly language: string;
  readonly theme: string;
}

const STORAGE_NAME = "scopewise.preferences";

export function readPreferences(): Preferences {
  const { language, theme } = stored();
  return {
    language: LANGUAGES[language ?? ""] === undefined ? preferredLanguage() : String(language),
    theme: THEMES.includes(theme ?? "") ? String(theme) : "auto",
  };
}

export function savePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(STORAGE_NAME, JSON.stringify(preferences));
  } catch {
    // Storage is switched off: the choice holds until the page is left.
  }
}

export function stringsOf({ language }: Preferences): Strings {
  return LANGUAGES[language] ?? en;
}

function preferredLanguage(): string {
  const known = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return known.find((language) => LANGUAGES[language] !== undefined) ?? "en";
}

function stored(): Partial<Record<keyof Preferences, string>> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_NAME) ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
