/**
 * The git-ignored folder of a local stack: database, KV, the demo key, and the notes by which later
 * starts and the trainer find their way. One stack at a time owns a folder.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a failed start tells the person who started it; shown without a stack trace. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** How far the first start came. A folder without this note and with a database is half-written. */
export interface FolderState {
  readonly ingested: readonly string[];
  readonly trained: boolean;
  readonly apiKey: string;
}

/** Addresses of the running stack, for `npm run train` and the like. Removed when it stops. */
export interface StackNote {
  readonly databaseUrl: string;
  readonly sqlEndpoint: string;
  readonly embeddingUrl: string | null;
  readonly kvApiUrl: string;
  readonly kvAccountId: string;
  readonly kvNamespaceId: string;
  readonly kvApiToken: string;
  readonly tenant: string;
  readonly url: string;
}

export class DataFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
    mkdirSync(path, { recursive: true });
  }

  get databasePath(): string {
    return join(this.path, "postgres");
  }

  get kvPath(): string {
    return join(this.path, "kv");
  }

  /** Throws when a living process owns the folder; a lock left by a dead one is taken over. */
  lock(): void {
    const path = join(this.path, "lock");
    if (existsSync(path)) {
      const pid = Number(readFileSync(path, "utf8"));
      if (Number.isInteger(pid) && pid > 0 && pid !== process.pid && isAlive(pid)) {
        throw new StartError(
          `another instance (process ${pid}) uses ${this.path}; stop it, or start with --data FOLDER`,
        );
      }
    }
    writeFileSync(path, String(process.pid));
  }

  unlock(): void {
    rmSync(join(this.path, "lock"), { force: true });
    rmSync(join(this.path, "stack.json"), { force: true });
  }

  readState(): FolderState | null {
    const path = join(this.path, "state.json");
    if (!existsSync(path)) {
      return null;
    }
    try {
      return JSON.parse(readFileSync(path, "utf8")) as FolderState;
    } catch {
      throw new StartError(
        `${path} cannot be read; remove the folder ${this.path} and start again`,
      );
    }
  }

  writeState(state: FolderState): void {
    writeFileSync(join(this.path, "state.json"), `${JSON.stringify(state, null, 2)}\n`, {
      mode: 0o600,
    });
  }

  /** Signing key of scope-locked tokens: made once, so that tokens outlive a restart. */
  tokenKeys(): string {
    const path = join(this.path, "token-keys");
    if (!existsSync(path)) {
      writeFileSync(path, `local:${randomBytes(32).toString("base64url")}`, { mode: 0o600 });
    }
    return readFileSync(path, "utf8");
  }

  writeStackNote(note: StackNote): void {
    writeFileSync(join(this.path, "stack.json"), `${JSON.stringify(note, null, 2)}\n`, {
      mode: 0o600,
    });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
