import { createHash } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { leaseLost } from "../proof.js";
import { readJson, replaceJson } from "./json-files.js";

const schema = z.object({ fence: z.number() });

/**
 * The greatest fence that acted on each phone of a host, over restarts: the host's own memory, by which it refuses
 * older ones even where the farm's servers, after a loss of their files, say otherwise.
 */
export class FenceMemory {
  readonly #folder: string;

  constructor(stateFolder: string) {
    this.#folder = join(stateFolder, "farm", "fences");
  }

  /** Notes the fence of an action that is about to be done. Errors: LEASE_LOST if the phone has seen a greater one. */
  admit(device: string, fence: number): void {
    const name = `${createHash("sha256").update(device).digest("hex").slice(0, 24)}.json`;
    const greatest = readJson(join(this.#folder, name), schema)?.fence ?? 0;
    if (fence < greatest) throw leaseLost(device, fence);
    if (fence > greatest) replaceJson(this.#folder, name, { fence });
  }
}
