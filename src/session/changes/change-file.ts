import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { holderSchema } from "../../base/holder.js";
import { warn } from "../../base/log.js";
import { makeFolderSync } from "../../base/make-folder.js";

const entrySchema = z.object({
  /** The name of the state; see `stateNamed`. */
  state: z.string().max(400),
  /** The value before; null for the device's default. */
  before: z.string().max(10_000).nullable(),
  /** The process at whose end it is restored; null if it stays until somebody asks to restore it. */
  holder: holderSchema.nullable(),
});

/** One change of a device that is not restored yet. */
export type ChangeEntry = z.infer<typeof entrySchema>;

const fileSchema = z.object({ phone: z.string(), changes: z.array(entrySchema).max(500) });

/**
 * The changes of each phone that are not restored, oldest first, in files that only their owner can read. They are read
 * and written within a turn on the phone, so that two processes never write at the same time.
 */
export class ChangeFiles {
  readonly #folder: string | null;
  readonly #memory = new Map<string, readonly ChangeEntry[]>();

  /** Keeps them only in memory if the folder is null. */
  constructor(stateFolder: string | null) {
    this.#folder = stateFolder === null ? null : join(stateFolder, "changes");
  }

  /** Whether no phone has changes, which is usual: then nothing has to be read from any phone. */
  get isEmpty(): boolean {
    if (this.#folder === null) return true;
    try {
      return !readdirSync(this.#folder).some((name) => name.endsWith(".json"));
    } catch {
      return true;
    }
  }

  /** The changes of a phone; empty if there are none that this version of Fovea can read. */
  load(phone: string): readonly ChangeEntry[] {
    if (this.#folder === null) return this.#memory.get(phone) ?? [];
    try {
      const { phone: of, changes } = fileSchema.parse(JSON.parse(readFileSync(fileOf(this.#folder, phone), "utf8")));
      return of === phone ? changes : [];
    } catch {
      return [];
    }
  }

  save(phone: string, changes: readonly ChangeEntry[]): void {
    if (this.#folder === null) {
      this.#memory.set(phone, changes);
      return;
    }
    const file = fileOf(this.#folder, phone);
    try {
      if (changes.length === 0) {
        rmSync(file, { force: true });
        return;
      }
      makeFolderSync(this.#folder);
      writeFileSync(`${file}.${process.pid}`, JSON.stringify({ phone, changes }), { mode: 0o600 });
      renameSync(`${file}.${process.pid}`, file);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "no reason given";
      warn("session", `what was changed will not be restored after a crash: the state folder cannot be used (${code})`);
    }
  }
}

function fileOf(folder: string, phone: string): string {
  return join(folder, `${createHash("sha256").update(phone).digest("hex").slice(0, 32)}.json`);
}
