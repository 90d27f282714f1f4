import { packageVersion } from "../../base/assets.js";
import { FoveaError, toFoveaError } from "../../base/errors.js";
import { warn } from "../../base/log.js";
import { pollUntil } from "../../base/signals.js";
import type { DeviceEntry } from "../../devices/device-entry.js";
import { idOf, type PhoneFacts, UNKNOWN_FACTS } from "../../farm/device-states.js";
import type { DeviceFacts } from "../../farm/fabric.js";
import { FenceMemory } from "../../farm/files/fence-memory.js";
import type { HostCall } from "../../farm/nats/calls.js";
import type { NatsFabric } from "../../farm/nats/nats-fabric.js";
import { underLease } from "../../farm/presented.js";
import { loaded, type ServerMaker, serverMaker } from "../../server/create-server.js";
import { type OneCaller, openOneCaller } from "../../server/one-caller.js";
import type { ServerParts } from "../../server/tool-context.js";
import { Caller } from "../../session/caller.js";
import { readPhoneFacts } from "./phone-facts.js";

const LIST_MS = 3_000;
/** How long what a phone says of itself is taken for true: battery and storage change slowly. */
const FACTS_MS = 60_000;
/** Callers whose servers are kept: what each was shown, and its refs. */
const MOST_CALLERS = 500;

/** A reply to a call: the result of its tool, or why it was refused. */
export type HostReply =
  | { readonly result: Record<string, unknown> }
  | { readonly error: Pick<FoveaError, "code" | "message" | "hint" | "context"> };

/** A call of a program with the library: a tool that gives data. */
export interface ProgramCall {
  /** Who calls: refs and what was shown are kept under it. */
  readonly program: string;
  readonly serial: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Version of Fovea in the program. */
  readonly version: string;
  /** What the program allows it, in place of what the tool has. */
  readonly deadlineMs: number | null;
  readonly toolMs: number;
}

/** Carries out calls of programs. Errors: those of the tools. */
export type ServePrograms = (call: ProgramCall) => Promise<Record<string, unknown>>;

export interface FarmHostOptions {
  /** Name of the host in the farm. */
  readonly id: string;
  /** Calls of programs are refused without it. */
  readonly programs?: ServePrograms;
  /** Packages whose versions are said of each phone; none if absent. */
  readonly apps?: readonly string[];
}

/**
 * Serves the phones of this host's adb server to a farm, until `signal` aborts: registers them, says what changes, and
 * carries out calls. A call is held to the phone's lease when it comes and when its action has its turn.
 */
export class FarmHost {
  readonly #fabric: NatsFabric;
  readonly #parts: ServerParts;
  readonly #host: string;
  readonly #programs: ServePrograms | undefined;
  readonly #apps: readonly string[];
  readonly #said = new Map<string, { readonly facts: PhoneFacts; readonly at: number }>();
  readonly #fences: FenceMemory;
  readonly #make: ServerMaker;
  readonly #callers = new Map<string, Promise<OneCaller>>();
  #serials = new Map<string, string>();

  constructor(fabric: NatsFabric, parts: ServerParts, { id, programs, apps = [] }: FarmHostOptions) {
    this.#fabric = fabric;
    this.#parts = parts;
    this.#host = id;
    this.#programs = programs;
    this.#apps = apps;
    this.#fences = new FenceMemory(parts.config.stateDir);
    this.#make = serverMaker(loaded(parts));
  }

  /** `onPhones` hears how many phones are served, whenever that changes. */
  async serve(onPhones: (count: number) => void, signal: AbortSignal): Promise<void> {
    let devices = await this.#facts(signal);
    await using host = await this.#fabric.register({ id: this.#host, version: packageVersion() }, devices, signal);
    let taking = this.#take(devices);
    onPhones(devices.length);
    try {
      await pollUntil(
        async () => {
          const now = await this.#facts(signal).catch((error) => {
            warn("farm", `the devices cannot be listed: ${toFoveaError(error).code}`);
            return devices.map((one) => ({ ...one, problem: "the adb server does not answer" }));
          });
          if (JSON.stringify(now) === JSON.stringify(devices)) return undefined;
          if (now.length !== devices.length) onPhones(now.length);
          devices = now;
          const before = taking;
          taking = this.#take(devices);
          before[Symbol.dispose]();
          await host.update(devices, signal).catch(() => {}); // its next renewal says it, too
          return undefined;
        },
        LIST_MS,
        signal,
      );
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      taking[Symbol.dispose]();
      for (const caller of this.#callers.values()) await (await caller.catch(() => null))?.[Symbol.asyncDispose]();
    }
  }

  async #facts(signal: AbortSignal): Promise<readonly DeviceFacts[]> {
    const entries = (await this.#parts.devices.list(signal)).filter(({ allowed }) => allowed);
    const taken = new Set<string>();
    return await Promise.all(
      entries.map(async (entry) => {
        // All emulators of one image may have one serial number: adb's serial distinguishes them then.
        const hardwareSerial = entry.hardwareSerial ?? entry.serial;
        const isFirst = !taken.has(hardwareSerial);
        taken.add(hardwareSerial);
        const own = isFirst ? hardwareSerial : `${hardwareSerial} ${entry.serial}`;
        return { ...factsOf(entry, own), ...(await this.#saidBy(entry, signal)) };
      }),
    );
  }

  /** What the phone said last, asked again after a minute; it is empty for a phone that does not answer. */
  async #saidBy({ serial, problem }: DeviceEntry, signal: AbortSignal): Promise<PhoneFacts> {
    if (problem !== null) {
      this.#said.delete(serial);
      return UNKNOWN_FACTS;
    }
    const known = this.#said.get(serial);
    if (known && performance.now() - known.at < FACTS_MS) return known.facts;
    const asked = this.#parts.devices.get(serial, signal);
    const facts = await asked
      .then(async (device) => await readPhoneFacts(device, this.#apps, signal))
      .catch((error) => {
        if (!signal.aborted) warn("farm", `${serial} does not say what it is: ${toFoveaError(error).code}`);
        return UNKNOWN_FACTS;
      });
    this.#said.set(serial, { facts, at: performance.now() });
    return facts;
  }

  #take(devices: readonly DeviceFacts[]): Disposable {
    this.#serials = new Map(devices.map(({ serial }) => [idOf(this.#host, serial), serial]));
    return this.#fabric.takeCalls([...this.#serials.keys()], async (call) => await this.#answer(call));
  }

  async #answer(call: HostCall): Promise<HostReply> {
    const { device, proof } = call;
    try {
      const serial = this.#serials.get(device);
      if (serial === undefined) throw new FoveaError("DEVICE_NOT_FOUND", `${device} is not on this host any more`);
      const mayAct = async (signal: AbortSignal) => {
        await this.#fabric.check(device, proof, signal);
        if (proof) this.#fences.admit(device, proof.fence);
      };
      await mayAct(new AbortController().signal);
      return { result: await underLease(mayAct, async () => await this.#perform(call, serial)) };
    } catch (error) {
      const { code, message, hint, context } = toFoveaError(error);
      return { error: { code, message, hint, context } };
    }
  }

  async #perform({ caller, tool, args, program }: HostCall, serial: string): Promise<Record<string, unknown>> {
    if (!program) return await (await this.#callerOf(caller)).call(tool, { ...args, device: serial });
    if (!this.#programs) throw new FoveaError("FARM_UNUSABLE", "the host of the phone takes no calls of programs");
    return await this.#programs({ ...program, program: caller, serial, tool, args });
  }

  async #callerOf(name: string): Promise<OneCaller> {
    const known = this.#callers.get(name);
    if (known) return await known;
    const opening = openOneCaller(this.#make(new Caller()));
    this.#callers.set(name, opening);
    const [oldest] = this.#callers;
    if (this.#callers.size > MOST_CALLERS && oldest) {
      this.#callers.delete(oldest[0]);
      void oldest[1].then(async (one) => await one[Symbol.asyncDispose]());
    }
    return await opening;
  }
}

/** What the list of devices says. */
function factsOf(entry: DeviceEntry, hardwareSerial: string): Omit<DeviceFacts, keyof PhoneFacts> {
  const { serial, problem, model, apiLevel } = entry;
  return { serial, hardwareSerial, problem: problem?.message ?? null, model, api: apiLevel };
}
