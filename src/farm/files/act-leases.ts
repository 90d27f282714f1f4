import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, statSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FoveaError, isFoveaError } from "../../base/errors.js";
import { type Holder, hasEnded, holderSchema, thisProcess } from "../../base/holder.js";
import { makeFolderSync } from "../../base/make-folder.js";
import { deadline, pollUntil, repeatedly } from "../../base/signals.js";
import type { LeaseProof } from "../fabric.js";
import { checkProof } from "../proof.js";
import { namesIn } from "./json-files.js";
import { LeaseFiles } from "./lease-files.js";

/** One boot of one phone, under any of its serials. */
export interface LeasedDevice {
  /** The serial that calls use. */
  readonly serial: string;
  /** The serial that the phone itself reports; the adb serial if it reports none. */
  readonly hardwareSerial: string;
  readonly bootId: string | null;
}

/** The right to act on a device, until it is disposed of. */
export interface ActLease extends Disposable {
  /** Why other processes may act at the same time, in words; null if they cannot. */
  readonly gap: string | null;
}

export interface LeaseTimes {
  /** How long to wait for another process, in ms. */
  readonly waitMs: number;
  /** How often a holder renews its file, in ms, to show processes of other hosts and containers that it is running… */
  readonly beatMs: number;
  /** … and after how many ms without a renewal such a holder counts as ended. */
  readonly silentMs: number;
}

const TIMES: LeaseTimes = { waitMs: 10_000, beatMs: 1_000, silentMs: 5_000 };
const POLL_MS = 20;

/**
 * Lets the processes of one user act on a device one after another, with files in a shared folder. A process that wants
 * to act makes a file with a unique name, and acts only if there is no other file after that. If there are several, the
 * oldest stays and the others are withdrawn. So any process can remove the file of a dead process at any time, without
 * removing the turn of a running one. A process that has its turn then reads the phone's lease ({@link LeaseFiles}): if
 * another process holds it, nothing is done. A lease that is granted meanwhile waits for the end of the turn ({@link
 * isActing}), so that an action is either seen by the new holder or refused.
 */
export class ActLeases {
  readonly #folder: string;
  readonly #leases: LeaseFiles;
  readonly #us: Holder;
  readonly #times: LeaseTimes;
  /** When this process saw the last renewal of a file, by its own clock: clocks of other hosts may be wrong. */
  readonly #beats = new Map<string, { readonly mtimeMs: number; readonly seenAt: number }>();

  constructor(stateFolder: string, program: string, times: Partial<LeaseTimes> = {}) {
    this.#folder = join(stateFolder, "acts");
    this.#leases = new LeaseFiles(stateFolder);
    this.#us = thisProcess(program);
    this.#times = { ...TIMES, ...times };
  }

  /**
   * Waits for the right to act on a device. If the folder cannot be used, the lease has a `gap`.
   * Errors: DEVICE_BUSY with the holder, if another process keeps its turn for too long, or, once this process has its
   * turn, if the phone is leased and the proof is missing; LEASE_LOST if the proof is not that of the phone's lease.
   */
  async take(device: LeasedDevice, signal: AbortSignal, proof: LeaseProof | null = null): Promise<ActLease> {
    const claim = new Claim(this.#folder, device, this.#us);
    try {
      makeFolderSync(this.#folder);
      using limit = deadline(this.#times.waitMs, "waiting for another process", signal);
      await pollUntil(() => (this.#tryHold(claim) ? true : undefined), POLL_MS, limit.signal);
      checkProof(device.serial, this.#leases.lastOf(device.hardwareSerial), proof);
    } catch (error) {
      const holder = this.#holderBut(claim);
      claim.withdraw();
      if (signal.aborted) throw signal.reason;
      if (isFoveaError(error, "TIMEOUT")) throw busy(device, holder);
      if (error instanceof FoveaError) throw error;
      return { gap: gapOf(device, error), [Symbol.dispose]: () => {} };
    }
    const beating = repeatedly(() => claim.beat(), this.#times.beatMs);
    return {
      gap: null,
      [Symbol.dispose]: () => {
        beating[Symbol.dispose]();
        claim.withdraw();
      },
    };
  }

  /** Whether any process acts on the phone now, in any boot of it, or waits to act. */
  isActing(hardwareSerial: string): boolean {
    const names = namesIn(this.#folder).filter((name) => name.endsWith(endOf(hardwareSerial)));
    return names.some((name) => !this.#isStale(name));
  }

  #tryHold(claim: Claim): boolean {
    if (!claim.isMade) {
      if (this.#others(claim).length > 0) return false;
      claim.make();
    }
    claim.beat();
    const others = this.#others(claim);
    if (others.some((name) => name < claim.name)) claim.withdraw();
    return others.length === 0;
  }

  /** The files of other running processes; files of dead processes are removed. */
  #others(claim: Claim): readonly string[] {
    const names = readdirSync(this.#folder).filter((name) => name.startsWith(claim.key) && name !== claim.name);
    const living = names.filter((name) => !this.#isStale(name));
    for (const name of names) if (!living.includes(name)) removeFile(join(this.#folder, name));
    const isOver = (name: string) => name.startsWith(claim.key) && !names.includes(name);
    for (const name of [...this.#beats.keys()].filter(isOver)) this.#beats.delete(name);
    return living;
  }

  #isStale(name: string): boolean {
    const holder = readHolder(join(this.#folder, name));
    const ended = holder && hasEnded(holder, this.#us);
    if (ended !== null) return ended;
    const { mtimeMs } = statSync(join(this.#folder, name), { throwIfNoEntry: false }) ?? {};
    if (mtimeMs === undefined) return true;
    const last = this.#beats.get(name);
    if (last?.mtimeMs === mtimeMs) return performance.now() - last.seenAt > this.#times.silentMs;
    this.#beats.set(name, { mtimeMs, seenAt: performance.now() });
    return false;
  }

  #holderBut(claim: Claim): Holder | null {
    try {
      const [name] = this.#others(claim);
      return name === undefined ? null : readHolder(join(this.#folder, name));
    } catch {
      return null; // the gap of the lease reports why the folder cannot be read
    }
  }
}

/** The file of one process for one turn. */
class Claim {
  readonly key: string;
  /** Begins with the time, so that older files come first. A wrong clock only changes the order of waiting. */
  readonly name: string;
  readonly #folder: string;
  readonly #us: Holder;
  isMade = false;

  constructor(folder: string, device: LeasedDevice, us: Holder) {
    this.key = keyOf(device);
    const age = Date.now().toString(36).padStart(10, "0");
    this.name = `${this.key}${age}-${randomBytes(6).toString("hex")}${endOf(device.hardwareSerial)}`;
    this.#folder = folder;
    this.#us = us;
  }

  make(): void {
    writeFileSync(join(this.#folder, this.name), JSON.stringify(this.#us), { flag: "wx", mode: 0o600 });
    this.isMade = true;
  }

  /** Renews the file, to show that its process is running. */
  beat(): void {
    const now = new Date();
    try {
      utimesSync(join(this.#folder, this.name), now, now);
    } catch {
      // The folder was cleared: there is no file to renew.
    }
  }

  withdraw(): void {
    if (this.isMade) removeFile(join(this.#folder, this.name));
    this.isMade = false;
  }
}

function keyOf({ hardwareSerial, bootId }: LeasedDevice): string {
  const words = `${hardwareSerial}\n${bootId ?? ""}`;
  return `${createHash("sha256").update(words).digest("hex").slice(0, 24)}-`;
}

/** The part of the name that is the same for all boots of a phone. */
function endOf(hardwareSerial: string): string {
  return `-${createHash("sha256").update(hardwareSerial).digest("hex").slice(0, 12)}`;
}

/** The holder that a file names; null if the file does not exist, or is not complete yet. */
function readHolder(path: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}

function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Another process removed it first.
  }
}

function busy({ serial }: LeasedDevice, holder: Holder | null): FoveaError {
  const who = holder ? `${holder.program} (process ${holder.pid})` : "another process";
  return new FoveaError("DEVICE_BUSY", `${who} is acting on ${serial}; nothing was done`, { device: serial });
}

/** The gap in words. Only the system's error code is used: its message contains the path of the folder. */
function gapOf({ serial }: LeasedDevice, error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "no reason given";
  return `other Fovea processes may act at the same time on ${serial}: the state folder cannot be used (${code})`;
}
