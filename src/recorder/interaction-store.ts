import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { causeWords } from "../base/cause-words.js";
import { warn } from "../base/log.js";
import { makeFolderSync } from "../base/make-folder.js";
import type { Interaction } from "./interaction.js";

const keptSchema = z.object({
  serial: z.string(),
  interactions: z.array(
    z.object({
      timestamp: z.string(),
      tool: z.string(),
      did: z.string().nullable(),
      verdict: z.string().nullable(),
      error: z.object({ code: z.string(), message: z.string() }).nullable(),
      durationMs: z.number(),
    }),
  ),
});

/**
 * Keeps the actions of commands in files that only their owner can read, one for each device, so that `fovea history`
 * can list the actions of earlier commands.
 */
export class InteractionStore {
  readonly #folder: string;

  constructor(stateFolder: string) {
    this.#folder = join(stateFolder, "history");
  }

  /** The interactions, oldest first; empty if there is no file, or none that this version of Fovea can read. */
  load(serial: string): readonly Interaction[] {
    try {
      const kept = keptSchema.parse(JSON.parse(readFileSync(this.#fileOf(serial), "utf8")));
      return kept.serial === serial ? kept.interactions : [];
    } catch {
      return []; // no file, or one of another version
    }
  }

  save(serial: string, interactions: readonly Interaction[]): void {
    const file = this.#fileOf(serial);
    const draft = `${file}.${process.pid}`;
    try {
      makeFolderSync(this.#folder);
      writeFileSync(draft, JSON.stringify({ serial, interactions }), { mode: 0o600 });
      renameSync(draft, file);
    } catch (error) {
      warn("recorder", `what was done will not be in the history: ${causeWords(error)}`);
    }
  }

  /** The file is named by a hash, since serials may contain characters that file names may not. */
  #fileOf(serial: string): string {
    return join(this.#folder, `${createHash("sha256").update(serial).digest("hex").slice(0, 32)}.json`);
  }
}
