import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { causeWords } from "../base/cause-words.js";
import { warn } from "../base/log.js";
import { makeFolderSync } from "../base/make-folder.js";
import { type Observation, observationSchema } from "../screen/observation.js";

/** The last readable screen of a device, which one process leaves for the next. */
export interface KeptScreen {
  readonly observation: Observation;
  /** Id of the process whose commands were shown the whole screen, usually a shell; null if there is none. */
  readonly reportedTo: number | null;
}

const keptSchema = z.object({ reportedTo: z.number().nullable(), observation: observationSchema });

/**
 * Keeps the last screen of each device in files that only their owner can read, so that a ref of one command is the
 * same element for the next command. The next observation finds out whether the element still exists. Text of password
 * fields is in no observation.
 */
export class ScreenStore {
  readonly #folder: string;

  constructor(stateFolder: string) {
    this.#folder = join(stateFolder, "screens");
  }

  /** The stored screen; undefined if there is none that this version of Fovea can read. */
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
      warn("session", `the next command cannot use refs of this screen: ${causeWords(error)}`);
    }
  }

  /** Serials may contain characters that file names cannot. */
  #fileOf(serial: string): string {
    return join(this.#folder, `${createHash("sha256").update(serial).digest("hex").slice(0, 32)}.json`);
  }
}
