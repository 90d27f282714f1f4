import { FoveaError } from "../../base/errors.js";
import { Lock } from "../../base/lock.js";
import { abortable, pollUntil, repeatedly } from "../../base/signals.js";
import type { DeviceFacts, HostInfo, Registration } from "../fabric.js";
import { checkHost } from "../limits.js";
import { FARM_SCHEMA, type HostRecord, hostRecordSchema } from "../records.js";
import type { Mirror } from "./mirror.js";
import type { FarmStore } from "./store.js";

const TTL_MS = 15_000;
const RENEW_MS = 5_000;
const LOOK_MS = 500;

interface Farm {
  readonly store: FarmStore;
  readonly mirror: Mirror;
  /** A unique id of this program. */
  readonly program: string;
}

interface Entered {
  readonly host: HostInfo;
  readonly devices: readonly DeviceFacts[];
}

/**
 * Enters a host, and renews its entry. Waits until the entry of a program that died has ended. Errors: FARM_UNUSABLE if
 * another running program uses this name.
 */
export async function registerHost(farm: Farm, { host, devices }: Entered, signal: AbortSignal): Promise<Registration> {
  const entry = new HostEntry(farm, host);
  await abortable(entry.enterFirst(devices, signal), signal);
  const renewing = repeatedly(() => void entry.enter().catch(() => {}), RENEW_MS); // the entry expires if this fails
  return {
    update: async (now, updateSignal) => {
      checkHost(host, now);
      await abortable(entry.enter(now), updateSignal);
    },
    assertOwn: () => entry.assertOwn(),
    [Symbol.asyncDispose]: async () => {
      renewing[Symbol.dispose]();
      await entry.withdraw();
    },
  };
}

class HostEntry {
  readonly #farm: Farm;
  readonly #host: HostInfo;
  readonly #key: string;
  readonly #lock = new Lock();
  #devices: readonly DeviceFacts[] = [];
  #revision = 0;
  #taken: FoveaError | null = null;
  #isWithdrawn = false;

  constructor(farm: Farm, host: HostInfo) {
    this.#farm = farm;
    this.#host = host;
    this.#key = `host.${host.id}`;
  }

  async enterFirst(devices: readonly DeviceFacts[], signal: AbortSignal): Promise<void> {
    this.#devices = devices;
    let seen: number | null = null;
    await pollUntil(
      async () => {
        const other = await this.#other();
        if (other && seen !== null && other.revision !== seen) throw taken(this.#host, other.value);
        seen = other?.revision ?? seen;
        return other ? undefined : true;
      },
      LOOK_MS,
      signal,
    );
    await this.enter();
    this.assertOwn();
  }

  /** Writes the entry over this program's last one, never over an entry of another program. */
  async enter(devices = this.#devices): Promise<void> {
    this.#devices = devices;
    await this.#lock.run(async () => {
      if (this.#isWithdrawn || this.#taken || (await this.#wrote(this.#revision))) return;
      // The entry may have ended meanwhile, for example because this program was suspended.
      const other = await this.#other();
      if (other) this.#taken = taken(this.#host, other.value);
      else if (!(await this.#wrote(await this.#farm.store.revisionOf(this.#key)))) {
        const first = await this.#other();
        if (first) this.#taken = taken(this.#host, first.value);
      }
    }, new AbortController().signal);
  }

  assertOwn(): void {
    if (this.#taken) throw this.#taken;
  }

  /** Removes the entry, after a write that is still running; nothing is written after that. */
  async withdraw(): Promise<void> {
    this.#isWithdrawn = true;
    const remove = async () => await this.#farm.store.remove(this.#key, this.#revision);
    await this.#lock.run(remove, new AbortController().signal).catch(() => false);
  }

  async #wrote(over: number): Promise<boolean> {
    const { store, mirror, program } = this.#farm;
    const { id: host, version, tenants } = this.#host;
    const value: HostRecord = { schema: FARM_SCHEMA, host, version, program, tenants, devices: this.#devices };
    const revision = await store.write({ key: this.#key, value, ttlMs: TTL_MS, over });
    if (revision === undefined) return false;
    this.#revision = revision;
    mirror.note(this.#key, revision, value);
    return true;
  }

  async #other() {
    const entry = await this.#farm.store.read(this.#key, hostRecordSchema);
    return entry && entry.value.program !== this.#farm.program ? entry : undefined;
  }
}

function taken({ id }: HostInfo, { version }: HostRecord): FoveaError {
  const message = `another program serves phones to the farm as host ${id} (Fovea ${version})`;
  return new FoveaError("FARM_UNUSABLE", message, { hint: "Give each host a name of its own by --host-id." });
}
