import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { causeWords } from "../base/cause-words.js";
import { warn } from "../base/log.js";
import { makeFolderSync } from "../base/make-folder.js";
import { type Observation, observationSchema } from "../screen/observation.js";

/** What one process leaves to the next about a device: the last screen that could be read. */
export interface KeptScreen {
  readonly observation: Observation;
  /** Id of the process whose commands were shown all of it, which is most often a shell; null if none was. */
  readonly reportedTo: number | null;
}

const keptSchema = z.object({ reportedTo: z.number().nullable(), observation: observationSchema });

/**
 * Keeps the last screen of each device in files that only their owner can read, so that a ref of one command means the
 * same element to the next. The next observation finds out whether it still is there. What was typed into password
 * fields is in no observation.
 */
export class ScreenStore {
  readonly #folder: string;

  constructor(stateFolder: string) {
    this.#folder = join(stateFolder, "screens");
  }

  /** Undefined if there is none, or none that this version of Fovea can read. */
  load(serial: string): KeptScreen | undefined {
    try {
      const kept = keptSchema.parse(JSON.parse(readFileSync(this.#fileOf(serial), "utf8")));
      return kept.observation.device.serial === serial ? kept : undefined;
    } catch {
      return undefined; // none, or another version's: the next observation makes a new one
    }
  }

  save(kept: KeptScreen): void {
    const file = this.#fileOf(kept.observation.device.serial);
    const draft = `${file}.${process.pid}`;
    try {
      makeFolderSync(this.#folder);
      writeFileSync(draft, JSON.stringify(kept), { mode: 0o600 });
      renameSync(draft, file);
    } catch (error) {
      warn("session", `refs of this screen will mean nothing to the next command: ${causeWords(error)}`);
    }
  }

  /** Serials may hold characters that file names may not. */
  #fileOf(serial: string): string {
    return join(this.#folder, `${createHash("sha256").update(serial).digest("hex").slice(0, 32)}.json`);
  }
}
