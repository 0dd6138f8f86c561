/**
 * The API key: kept for this tab only (sessionStorage), taken from `#key=…` when the page is opened
 * with it. The fragment never travels to a server, and it leaves the address bar and the history
 * entry at once.
 */

const STORAGE_NAME = "scopewise.key";

export function readKey(): string {
  const fragment = new URLSearchParams(location.hash.slice(1)).get("key");
  if (fragment !== null) {
    history.replaceState(null, "", location.pathname + location.search);
    saveKey(fragment);
    return fragment.trim();
  }
  return stored();
}

export function saveKey(key: string): void {
  try {
    if (key.trim() === "") {
      sessionStorage.removeItem(STORAGE_NAME);
    } else {
      sessionStorage.setItem(STORAGE_NAME, key.trim());
    }
  } catch {
    // Storage is switched off: the key lives in its field.
  }
}

function stored(): string {
  try {
    return sessionStorage.getItem(STORAGE_NAME) ?? "";
  } catch {
    return "";
  }
}
