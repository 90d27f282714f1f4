import { createHash } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { hostTime } from "../../base/host-time.js";
import type { Quarantine } from "../fabric.js";
import {
  FARM_SCHEMA,
  type HostRecord,
  hostRecordSchema,
  type QuarantineRecord,
  quarantineRecordSchema,
} from "../records.js";
import { createJson, namesIn, readJson, removeFile, replaceJson } from "./json-files.js";

const storedSchema = hostRecordSchema.extend({ boot: z.string(), renewedAtMs: z.number() });

/** Hosts with their phones, quarantines and drained hosts: one file each. */
export class HostFiles {
  readonly #hosts: string;
  readonly #quarantines: string;
  readonly #drained: string;
  readonly #ttlMs: number;

  constructor(stateFolder: string, ttlMs: number) {
    this.#hosts = join(stateFolder, "farm", "hosts");
    this.#quarantines = join(stateFolder, "farm", "quarantines");
    this.#drained = join(stateFolder, "farm", "drained");
    this.#ttlMs = ttlMs;
  }

  enter(record: HostRecord): void {
    const { boot, ms } = hostTime();
    replaceJson(this.#hosts, `${record.host}.json`, { ...record, boot, renewedAtMs: ms });
  }

  withdraw(host: string): void {
    removeFile(join(this.#hosts, `${host}.json`));
  }

  /** The hosts whose entries have not expired. */
  all(): readonly (HostRecord & { readonly ageMs: number })[] {
    const now = hostTime();
    return jsonIn(this.#hosts, storedSchema).flatMap(({ boot, renewedAtMs, ...record }) => {
      const ageMs = now.ms - renewedAtMs;
      return boot === now.boot && ageMs >= 0 && ageMs < this.#ttlMs ? [{ ...record, ageMs }] : [];
    });
  }

  quarantine(device: string, { reason, untilMs }: Quarantine): void {
    const name = `${createHash("sha256").update(device).digest("hex").slice(0, 24)}.json`;
    replaceJson(this.#quarantines, name, { schema: FARM_SCHEMA, device, reason, untilMs });
  }

  quarantines(): readonly QuarantineRecord[] {
    return jsonIn(this.#quarantines, quarantineRecordSchema);
  }

  drain(host: string, isDrained: boolean): void {
    if (isDrained) createJson(this.#drained, host, {});
    else removeFile(join(this.#drained, host));
  }

  drained(): ReadonlySet<string> {
    return new Set(namesIn(this.#drained));
  }
}

function jsonIn<T>(folder: string, schema: z.ZodType<T>): readonly T[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(".json") && !name.startsWith("."))
    .flatMap((name) => readJson(join(folder, name), schema) ?? []);
}
