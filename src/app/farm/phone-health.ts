import type { DeviceFacts, DeviceState } from "../../farm/fabric.js";
import type { NatsFabric } from "../../farm/nats/nats-fabric.js";

/** Below it a phone without power does not last through a flow; Android warns of a low battery at 15 %. */
const LEAST_BATTERY = 10;
/** A phone comes back when it has some more than that, so that it does not come and go. */
const ENOUGH_BATTERY = 20;
/** Android itself refuses installs and stops syncing below 500 MB or 5 %, the smaller of the two. */
const LEAST_STORAGE_MB = 500;
const ENOUGH_STORAGE_MB = 700;
/** How often a phone may be lost within the time: more often means a worn cable or hub. */
const MOST_LOSSES = 3;
const LOSSES_MS = 600_000;
/** A quarantine of a host that died ends by itself after this; it is renewed in half of it. */
const QUARANTINE_MS = 600_000;
/** How reasons of hosts begin: what people write ends when they say. */
const OWN = "its host: ";

type Farm = Pick<NatsFabric, "list" | "quarantine">;

interface Known {
  readonly reason: string;
  readonly untilMs: number;
}

/** Takes the phones of a host out of service while they are not well, with the cause, and back when they are. */
export class PhoneHealth {
  readonly #fabric: Farm;
  readonly #idOf: (serial: string) => string;
  readonly #now: () => number;
  readonly #out = new Map<string, Known>();
  readonly #losses = new Map<string, readonly number[]>();
  #well: ReadonlySet<string> = new Set();
  #hasRead = false;

  constructor(fabric: Farm, idOf: (serial: string) => string, now: () => number = Date.now) {
    this.#fabric = fabric;
    this.#idOf = idOf;
    this.#now = now;
  }

  /** Looks at all phones of the host, as they were just registered. Errors: those of the fabric. */
  async look(devices: readonly DeviceFacts[], signal: AbortSignal): Promise<void> {
    const states = new Map((await this.#fabric.list([], signal)).map((state) => [state.id, state]));
    if (!this.#hasRead) this.#readOwn(states.values());
    const now = this.#now();
    this.#countLosses(devices, now);
    for (const facts of devices) {
      const id = this.#idOf(facts.serial);
      if (isOfPerson(states.get(id))) {
        this.#out.delete(facts.serial);
        continue;
      }
      const known = this.#out.get(facts.serial);
      const cause = this.#causeOf(facts, known !== undefined, now);
      if (cause === null && known) {
        await this.#fabric.quarantine(id, { reason: known.reason, untilMs: 0 }, signal);
        this.#out.delete(facts.serial);
      }
      if (cause === null || (known?.reason === OWN + cause && known.untilMs - now > QUARANTINE_MS / 2)) continue;
      const quarantine = { reason: OWN + cause, untilMs: now + QUARANTINE_MS };
      await this.#fabric.quarantine(id, quarantine, signal);
      this.#out.set(facts.serial, quarantine);
    }
  }

  /** What this host said before it was restarted: of its phones, and not of a person. */
  #readOwn(states: Iterable<DeviceState>): void {
    for (const state of states) {
      const { id, serial, quarantine } = state;
      if (id === this.#idOf(serial) && quarantine && !isOfPerson(state)) this.#out.set(serial, quarantine);
    }
    this.#hasRead = true;
  }

  /** Lost is a phone that was well, and now is not or is not there. */
  #countLosses(devices: readonly DeviceFacts[], now: number): void {
    const well = new Set(devices.filter(({ problem }) => problem === null).map(({ serial }) => serial));
    for (const serial of this.#well) {
      if (well.has(serial)) continue;
      const recent = (this.#losses.get(serial) ?? []).filter((at) => now - at < LOSSES_MS);
      this.#losses.set(serial, [...recent, now]);
    }
    this.#well = well;
  }

  /** Null for a phone that is well; what is unknown counts as well. */
  #causeOf({ serial, batteryPercent, freeStorageMb }: DeviceFacts, isOut: boolean, now: number): string | null {
    const losses = (this.#losses.get(serial) ?? []).filter((at) => now - at < LOSSES_MS).length;
    if (losses >= MOST_LOSSES) return `it was lost ${losses} times within ${LOSSES_MS / 60_000} minutes`;
    const battery = isOut ? ENOUGH_BATTERY : LEAST_BATTERY;
    if (batteryPercent !== null && batteryPercent < battery) return `its battery has ${batteryPercent} %`;
    const storage = isOut ? ENOUGH_STORAGE_MB : LEAST_STORAGE_MB;
    if (freeStorageMb !== null && freeStorageMb < storage) return `its storage has ${freeStorageMb} MB free`;
    return null;
  }
}

/** A phone has one quarantine: a host's would replace that of a person, and end it with its own cause. */
function isOfPerson(state: DeviceState | undefined): boolean {
  return state?.quarantine != null && !state.quarantine.reason.startsWith(OWN);
}
