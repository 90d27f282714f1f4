import { createHash } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { leaseLost } from "../proof.js";
import { readJson, replaceJson } from "./json-files.js";

const schema = z.object({ fence: z.number() });

/**
 * The greatest fence that acted on each phone of a host, stored across restarts. With it, the host refuses older fences
 * even if the farm's servers accept them, for example after they lost their files.
 */
export class FenceMemory {
  readonly #folder: string;

  constructor(stateFolder: string) {
    this.#folder = join(stateFolder, "farm", "fences");
  }

  /** Notes the fence of an action before it is performed. Errors: LEASE_LOST if the phone has seen a greater one. */
  admit(device: string, fence: number): void {
    const name = `${createHash("sha256").update(device).digest("hex").slice(0, 24)}.json`;
    const greatest = readJson(join(this.#folder, name), schema)?.fence ?? 0;
    if (fence < greatest) throw leaseLost(device, fence);
    if (fence > greatest) replaceJson(this.#folder, name, { fence });
  }
}
