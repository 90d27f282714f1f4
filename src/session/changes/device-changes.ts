import { FoveaError, isFoveaError, toFoveaError } from "../../base/errors.js";
import { type Holder, hasEnded, thisProcess } from "../../base/holder.js";
import { warn } from "../../base/log.js";
import { withDeadline } from "../../base/signals.js";
import type { Device } from "../../devices/device.js";
import { askPhone, type Phone } from "../../devices/phone.js";
import type { DeviceState } from "../../devices/states/device-state.js";
import { stateNamed } from "../../devices/states/states.js";
import type { Turns } from "../turns.js";
import { type ChangeEntry, ChangeFiles } from "./change-file.js";
import { RunningWorks } from "./running-work.js";

/** The value of a state before and after a change. */
export interface StateChange {
  readonly state: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Why the device does not confirm the new value yet; absent if it does. */
  readonly unproven?: string;
}

/** The parts of a session that changes need. */
interface ChangedSession {
  readonly device: Device;
  readonly acts: Pick<Turns, "run">;
}

/** How long the end of a process waits until the phones that it changed are restored. */
const RESTORE_MS = 10_000;

/**
 * Owns all temporary changes of devices. The value of a state is stored before it is changed. It is restored when the
 * process ends, or, if the process was killed, by the next process that uses the phone. If several processes change the
 * same state, the last to end restores the value from before the first change.
 */
export class DeviceChanges {
  /** Work on devices that continues between calls; it ends before anything is restored. */
  readonly running = new RunningWorks();
  readonly #files: ChangeFiles;
  readonly #us: Holder;
  /** For commands, which end at once: their changes stay until the user asks to restore them. */
  readonly #isLasting: boolean;
  /** Phones that this process changed. */
  readonly #changed = new Map<string, ChangedSession>();
  /** Names of temporary states that this process uses on devices. */
  readonly #borrowed = new Set<string>();
  /** Phones that were checked for changes of ended processes. */
  readonly #looked = new WeakSet<Device>();
  readonly #takenOver = new WeakMap<Device, Promise<readonly StateChange[]>>();

  constructor(stateFolder: string | null, program: string, isLasting = false) {
    this.#files = new ChangeFiles(stateFolder);
    this.#us = thisProcess(program);
    this.#isLasting = isLasting;
  }

  /** When the changes of this process are restored, in words. */
  get until(): string {
    return this.#isLasting ? "until `fovea display --set-back`" : "until this server or connection ends";
  }

  /**
   * Refuses values that a phone cannot take, before anything is sent; a value that it already has is allowed. Errors:
   * as DeviceState.require and read.
   */
  async require(
    { device }: Pick<ChangedSession, "device">,
    wanted: readonly { readonly state: DeviceState; readonly value: string | null }[],
    signal: AbortSignal,
  ): Promise<void> {
    const refusing = wanted.filter(({ state }) => state.require);
    if (refusing.length === 0) return;
    const phone = await askPhone(device, signal);
    for (const { state, value } of refusing) {
      if ((await state.read(phone, signal)) !== value) state.require?.(phone, value);
    }
  }

  /**
   * Sets a state to a value, in a turn. Errors: as DeviceState.read and write, STATE_REFUSED if the device reports
   * success but has another value.
   */
  async set(
    session: ChangedSession,
    state: DeviceState,
    value: string | null,
    signal: AbortSignal,
  ): Promise<StateChange> {
    return await session.acts.run(async () => {
      const phone = await askPhone(session.device, signal);
      const key = await keyOf(session.device, signal);
      const before = await state.read(phone, signal);
      if (before === value && !state.prove) return { state: state.name, before, after: before };
      for (const moved of state.moves?.() ?? [])
        this.#note(key, session, { state: moved.name, before: await moved.read(phone, signal) });
      this.#note(key, session, { state: state.name, before });
      await state.write(phone, value, signal);
      if (state.prove) {
        const unproven = await state.prove(phone, value, signal).catch(throwDone);
        if (unproven !== null) return { state: state.name, before, after: value, unproven };
        this.#settle(key, state.name, value);
        return { state: state.name, before, after: value };
      }
      const after = await state.read(phone, signal).catch(throwDone);
      this.#settle(key, state.name, after);
      if (after === value) return { state: state.name, before, after };
      const message = `${session.device.serial} accepted the ${state.name} ${shown(value)} without an error, and has ${shown(after)}`;
      throw new FoveaError("STATE_REFUSED", message, { device: session.device.serial, mayHaveHappened: true });
    }, signal);
  }

  /** Whether any of these states has another value than before the first change of this process. */
  async isAnyLeft({ device }: ChangedSession, states: readonly string[], signal: AbortSignal): Promise<boolean> {
    const entries = this.#files.load(await keyOf(device, signal));
    return entries.some((one) => states.includes(one.state) && this.#isMine(one));
  }

  /** The value to which a state will be restored: null is its default; undefined if this process left it as it was. */
  async valueBefore(
    { device }: ChangedSession,
    state: string,
    signal: AbortSignal,
  ): Promise<string | null | undefined> {
    const entries = this.#files.load(await keyOf(device, signal));
    return entries.find((one) => one.state === state && this.#isMine(one))?.before;
  }

  /**
   * Notes data that is on a device only while this process uses it, so that the next process removes it if this one is
   * killed: a state whose value is null if no data is left. `display` with `set_back` does not restore it.
   */
  async borrow(session: ChangedSession, state: DeviceState, signal: AbortSignal): Promise<void> {
    const key = await keyOf(session.device, signal);
    const entries = this.#files.load(key);
    this.#files.save(key, [...entries, { state: state.name, before: null, holder: this.#us }]);
    this.#borrowed.add(state.name);
  }

  /** Call it when the data was removed. */
  async giveBack(session: ChangedSession, state: DeviceState, signal: AbortSignal): Promise<void> {
    const key = await keyOf(session.device, signal);
    this.#borrowed.delete(state.name);
    const left = this.#files.load(key).filter((one) => one.state !== state.name);
    this.#files.save(key, left);
  }

  /**
   * At the first use of a phone, restores the changes of processes that have ended. All calls wait for that, so that
   * none runs before. Null if there is nothing to wait for. Gives the restored states to the first call only, so that
   * they are reported once. A failure is only a warning.
   */
  takeOver(session: ChangedSession, signal: AbortSignal): Promise<readonly StateChange[]> | null {
    const { device } = session;
    if (this.#looked.has(device)) return this.#takenOver.get(device)?.then(() => []) ?? null;
    this.#looked.add(device);
    if (this.#files.isEmpty) return null;
    const isLeft = ({ holder }: ChangeEntry) => holder !== null && hasEnded(holder, this.#us) === true;
    const work = this.#release(session, isLeft, signal)
      .catch((error) => {
        warn("session", `what an earlier process changed is not restored yet: ${toFoveaError(error).message}`);
        return [];
      })
      .finally(() => this.#takenOver.delete(device));
    this.#takenOver.set(device, work);
    return work;
  }

  /** Restores all changes of a phone, except those of other running processes. Errors: as DeviceState.write. */
  async restore(session: ChangedSession, signal: AbortSignal): Promise<readonly StateChange[]> {
    const isFree = ({ state, holder }: ChangeEntry) =>
      holder === null || (this.#isOurs(holder) ? !this.#borrowed.has(state) : hasEnded(holder, this.#us) === true);
    return await this.#release(session, isFree, signal);
  }

  /** Restores the changes of this process at its end; a failed one is left to the next process. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.running[Symbol.asyncDispose]();
    const sessions = [...this.#changed.values()];
    this.#changed.clear();
    const isOurs = ({ holder }: ChangeEntry) => holder !== null && this.#isOurs(holder);
    await Promise.all(sessions.map((session) => this.#atEnd(session, isOurs)));
  }

  async #atEnd(session: ChangedSession, isOurs: (entry: ChangeEntry) => boolean): Promise<void> {
    const never = new AbortController().signal;
    const what = `restoring ${session.device.serial}`;
    await withDeadline(RESTORE_MS, what, (limit) => this.#release(session, isOurs, limit), never).catch((error) => {
      warn("session", `changes are left for the next process to restore: ${toFoveaError(error).message}`);
    });
  }

  /** Stores the value from before, before the change is sent. */
  #note(key: string, session: ChangedSession, { state, before }: Pick<ChangeEntry, "state" | "before">): void {
    const entries = this.#files.load(key);
    const isKnown = entries.some((one) => one.state === state && this.#isMine(one));
    if (!isKnown) this.#files.save(key, [...entries, { state, before, holder: this.#isLasting ? null : this.#us }]);
    if (!this.#isLasting) this.#changed.set(key, session);
  }

  /** Removes the entry of a state that has its earlier value again: it need not be restored. */
  #settle(key: string, state: string, now: string | null): void {
    const entries = this.#files.load(key);
    const rest = entries.filter((one) => !(one.state === state && this.#isMine(one) && one.before === now));
    if (rest.length !== entries.length) this.#files.save(key, rest);
  }

  async #release(
    session: ChangedSession,
    isOver: (entry: ChangeEntry) => boolean,
    signal: AbortSignal,
  ): Promise<readonly StateChange[]> {
    const key = await keyOf(session.device, signal);
    if (!this.#files.load(key).some(isOver)) return [];
    return await session.acts.run(async () => {
      const { toWrite, left } = unlinked(this.#files.load(key), isOver);
      const phone = await askPhone(session.device, signal);
      const done: StateChange[] = [];
      for (const { state, before } of toWrite) {
        const change = await setBack(phone, state, before, signal);
        if (change) done.push(change);
      }
      this.#files.save(key, left);
      return done;
    }, signal);
  }

  #isMine({ holder }: ChangeEntry): boolean {
    return holder === null ? this.#isLasting : this.#isOurs(holder);
  }

  #isOurs({ pid, startedAt, place }: Holder): boolean {
    return pid === this.#us.pid && startedAt === this.#us.startedAt && place === this.#us.place;
  }
}

/**
 * Removes the entries that are over from the list. If a later entry has the same state, it takes over the earlier
 * value; else the state has to be written.
 */
export function unlinked(
  entries: readonly ChangeEntry[],
  isOver: (entry: ChangeEntry) => boolean,
): { readonly toWrite: readonly Pick<ChangeEntry, "state" | "before">[]; readonly left: readonly ChangeEntry[] } {
  const toWrite = new Map<string, string | null>();
  const left: ChangeEntry[] = [];
  for (const entry of entries) {
    const { state } = entry;
    const before = toWrite.has(state) ? (toWrite.get(state) ?? null) : entry.before;
    if (isOver(entry)) toWrite.set(state, before);
    else {
      left.push({ ...entry, before });
      toWrite.delete(state);
    }
  }
  return { toWrite: [...toWrite].map(([state, before]) => ({ state, before })), left };
}

/** Restores one state. A refusal of the device is not tried again; another error leaves the entry for the next try. */
async function setBack(
  phone: Phone,
  name: string,
  before: string | null,
  signal: AbortSignal,
): Promise<StateChange | null> {
  const state = stateNamed(name);
  if (!state) return null;
  try {
    const was = await state.read(phone, signal);
    if (was !== before || state.prove) await state.write(phone, before, signal);
    return was === before ? null : { state: name, before: was, after: before };
  } catch (error) {
    if (!isFoveaError(error) || !REFUSALS.has(error.code)) throw error;
    warn("session", `the ${name} of ${phone.device.serial} stays as it is: ${error.message}`);
    return null;
  }
}

const REFUSALS: ReadonlySet<string> = new Set([
  "STATE_REFUSED",
  "SHELL_FAILED",
  "NOT_THIS_FORMAT",
  "UNSUPPORTED_ON_DEVICE",
  "INVALID_ARGUMENT",
]);

/** Marks an error after the change was sent: it may have happened. */
function throwDone(error: unknown): never {
  throw isFoveaError(error) ? error.with({ mayHaveHappened: true }) : error;
}

function shown(value: string | null): string {
  return value === null ? "of the device's default" : `"${value.slice(0, 80)}"`;
}

/** The phone's hardware serial, the same for every connection; changes last longer than a boot. */
async function keyOf(device: Device, signal: AbortSignal): Promise<string> {
  const { hardwareSerial } = await device.facts(signal);
  return hardwareSerial ?? device.serial;
}
