import { createHash } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { hostTime } from "../../base/host-time.js";
import type { StoredLease } from "../proof.js";
import { type LeaseRecord, leaseRecordSchema } from "../records.js";
import { createJson, namesIn, readJson, removeFile, replaceJson } from "./json-files.js";

const storedSchema = leaseRecordSchema.extend({
  boot: z.string(),
  /** When the lease ends, in the time of {@link hostTime}. */
  endsAtHostMs: z.number(),
  isReleased: z.boolean(),
});
type Stored = z.infer<typeof storedSchema>;

/**
 * The leases of the phones of one host: a folder for each phone, with a file for each lease. The name of the file is
 * the fence, a number that only grows. The process that creates the file with the next number gets the lease; the file
 * system lets only one process create it. A lease ends by the time since the boot of the host, if the host reports its
 * boot; then a change of the wall clock neither ends nor prolongs the lease.
 */
export class LeaseFiles {
  readonly #folder: string;

  constructor(stateFolder: string) {
    this.#folder = join(stateFolder, "farm", "leases");
  }

  /** The last lease of a phone; undefined before the first. A file without contents is a lease that nobody got. */
  lastOf(hardwareSerial: string): StoredLease | undefined {
    return this.#lastIn(keyOf(hardwareSerial));
  }

  /** The last lease of each phone. */
  all(): readonly StoredLease[] {
    return namesIn(this.#folder).flatMap((key) => this.#lastIn(key) ?? []);
  }

  /** Grants a free phone; undefined if it is leased, or if another process was first. */
  grant(hardwareSerial: string, lease: LeaseRecord): StoredLease | undefined {
    const folder = join(this.#folder, keyOf(hardwareSerial));
    const last = Math.max(0, ...fencesIn(folder));
    const known = this.#lastIn(keyOf(hardwareSerial));
    if (known && !known.hasEnded) return undefined;
    const fence = last + 1;
    if (!createJson(folder, `${fence}.json`, storedOf(lease))) return undefined;
    for (const older of fencesIn(folder)) if (older < last) removeFile(join(folder, `${older}.json`));
    return { ...lease, fence, hasEnded: false };
  }

  /** Writes the lease with this fence again, prolonged or released; a lease with a higher fence stays the last one. */
  rewrite(hardwareSerial: string, { fence, ...lease }: LeaseRecord & { readonly fence: number }, isReleased = false) {
    replaceJson(join(this.#folder, keyOf(hardwareSerial)), `${fence}.json`, { ...storedOf(lease), isReleased });
  }

  #lastIn(key: string): StoredLease | undefined {
    const folder = join(this.#folder, key);
    for (;;) {
      const fence = Math.max(0, ...fencesIn(folder));
      if (fence === 0) return undefined;
      const stored = readJson(join(folder, `${fence}.json`), storedSchema);
      // A file has its name before its contents: check that it is still the last one.
      if (Math.max(0, ...fencesIn(folder)) !== fence) continue;
      if (!stored) return undefined;
      const { boot: _, endsAtHostMs: __, isReleased, ...lease } = stored;
      return { ...lease, fence, hasEnded: isReleased || isOver(stored) };
    }
  }
}

function storedOf(lease: LeaseRecord): Stored {
  const { boot, ms } = hostTime();
  return { ...lease, boot, endsAtHostMs: ms + lease.ttlMs, isReleased: false };
}

function isOver({ boot, endsAtHostMs, endsAt }: Stored): boolean {
  const now = hostTime();
  if (boot !== now.boot) return true;
  return boot === "" ? Date.now() >= endsAt : now.ms >= endsAtHostMs;
}

function fencesIn(folder: string): readonly number[] {
  return namesIn(folder).flatMap((name) => {
    const fence = name.endsWith(".json") ? Number(name.slice(0, -".json".length)) : Number.NaN;
    return Number.isSafeInteger(fence) && fence > 0 ? [fence] : [];
  });
}

function keyOf(hardwareSerial: string): string {
  return createHash("sha256").update(hardwareSerial).digest("hex").slice(0, 24);
}
