import { randomBytes } from "node:crypto";
import { statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { hasEnded, holderSchema, thisProcess } from "../../base/holder.js";
import type { Waiting } from "../allocate.js";
import type { Need } from "../need.js";
import { createJson, namesIn, readJson, removeFile } from "./json-files.js";

const waitingSchema = z.object({
  holder: holderSchema,
  tenant: z.string(),
  needs: z.array(z.array(z.object({ key: z.string(), op: z.enum(["=", ">=", "<="]), value: z.string() }))),
});

/** A waiting process in another container counts as ended if it does not renew its file for this long, in ms. */
const SILENT_MS = 10_000;

/** The requests that wait for phones: one file each, named by the time of the request. */
export class WaitingFiles {
  readonly #folder: string;
  readonly #us = thisProcess("fovea");

  constructor(stateFolder: string) {
    this.#folder = join(stateFolder, "farm", "waiting");
  }

  /** Enters the queue, until the result is disposed of. */
  enter(needs: readonly (readonly Need[])[], tenant: string): Disposable & { readonly id: string; isHere(): void } {
    const id = `${Date.now().toString(36).padStart(10, "0")}-${randomBytes(6).toString("hex")}.json`;
    const path = join(this.#folder, id);
    createJson(this.#folder, id, { holder: this.#us, tenant, needs });
    return { id, isHere: () => touch(path), [Symbol.dispose]: () => removeFile(path) };
  }

  /** The waiting requests, the oldest first; those of dead processes are removed. */
  queue(): readonly Waiting[] {
    return [...namesIn(this.#folder)].sort().flatMap((id) => {
      const path = join(this.#folder, id);
      const waiting = readJson(path, waitingSchema);
      const isOver = waiting ? (hasEnded(waiting.holder, this.#us) ?? isSilent(path)) : isSilent(path);
      if (isOver) removeFile(path);
      return isOver || !waiting ? [] : [{ id, tenant: waiting.tenant, needs: waiting.needs }];
    });
  }
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The folder was cleared: the request gets the last place of the queue.
  }
}

function isSilent(path: string): boolean {
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return mtimeMs === undefined || Date.now() - mtimeMs > SILENT_MS;
}
