import type { DeviceFacts, DeviceState } from "../../farm/fabric.js";
import type { NatsFabric } from "../../farm/nats/nats-fabric.js";

/** With less, a phone without power does not last through a flow; Android warns of a low battery at 15 %. */
const LEAST_BATTERY = 10;
/** A phone comes back only with more than that, so that it does not alternate between the two states. */
const ENOUGH_BATTERY = 20;
/** Android itself refuses installs and stops syncing below 500 MB or 5 %, the smaller of the two. */
const LEAST_STORAGE_MB = 500;
const ENOUGH_STORAGE_MB = 700;
/** How often a phone may be lost in this time: more losses mean a bad cable or hub. */
const MOST_LOSSES = 3;
const LOSSES_MS = 600_000;
/** A quarantine ends by itself after this time if its host died; a running host renews it after half of it. */
const QUARANTINE_MS = 600_000;
/** The prefix of the reasons that hosts write. A quarantine by a person ends only when the person ends it. */
const OWN = "its host: ";

type Farm = Pick<NatsFabric, "list" | "quarantine">;

interface Known {
  readonly reason: string;
  readonly untilMs: number;
}

/**
 * Puts phones of a host in quarantine with the cause while they are not well, and ends the quarantine when they are.
 */
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

  /** Checks all phones of the host, as they were just registered. Errors: those of the fabric. */
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

  /** The quarantines that this host began before it was restarted: of its own phones, and not by a person. */
  #readOwn(states: Iterable<DeviceState>): void {
    for (const state of states) {
      const { id, serial, quarantine } = state;
      if (id === this.#idOf(serial) && quarantine && !isOfPerson(state)) this.#out.set(serial, quarantine);
    }
    this.#hasRead = true;
  }

  /** A phone is lost if it was well, and now has a problem or is missing. */
  #countLosses(devices: readonly DeviceFacts[], now: number): void {
    const well = new Set(devices.filter(({ problem }) => problem === null).map(({ serial }) => serial));
    for (const serial of this.#well) {
      if (well.has(serial)) continue;
      const recent = (this.#losses.get(serial) ?? []).filter((at) => now - at < LOSSES_MS);
      this.#losses.set(serial, [...recent, now]);
    }
    this.#well = well;
  }

  /** The cause of a quarantine; null for a phone that is well, or whose state is unknown. */
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

/**
 * Whether a person put the phone in quarantine. A phone has only one quarantine: the host's would replace it, and end
 * it with the host's cause.
 */
function isOfPerson(state: DeviceState | undefined): boolean {
  return state?.quarantine != null && !state.quarantine.reason.startsWith(OWN);
}
