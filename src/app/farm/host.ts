import { packageVersion } from "../../base/assets.js";
import { FoveaError, toFoveaError } from "../../base/errors.js";
import { warn } from "../../base/log.js";
import { pollUntil } from "../../base/signals.js";
import type { DeviceEntry } from "../../devices/device-entry.js";
import { idOf, type PhoneFacts, UNKNOWN_FACTS } from "../../farm/device-states.js";
import type { DeviceFacts, HostInfo } from "../../farm/fabric.js";
import { FenceMemory } from "../../farm/files/fence-memory.js";
import { hashOfName } from "../../farm/lease-names.js";
import { checkName } from "../../farm/limits.js";
import type { HostCall } from "../../farm/nats/calls.js";
import type { NatsFabric } from "../../farm/nats/nats-fabric.js";
import { loaded, type ServerMaker, serverMaker } from "../../server/create-server.js";
import { type OneCaller, openOneCaller } from "../../server/one-caller.js";
import type { ServerParts } from "../../server/tool-context.js";
import { readToolList } from "../../server/tool-list.js";
import { Caller } from "../../session/caller.js";
import { failedInFarmWords, inFarmWords } from "./farm-words.js";
import { type HeldCall, whileHeld } from "./held-call.js";
import { readPhoneFacts } from "./phone-facts.js";
import { PhoneHealth } from "./phone-health.js";
import { TenantMemories } from "./tenant-memories.js";

const LIST_MS = 3_000;
/** How long the facts that a phone reported are used: battery and storage change slowly. */
const FACTS_MS = 60_000;
/** For how many callers a server is kept, with the caller's refs and what it was shown. */
const MOST_CALLERS = 500;
/** The holder of calls without a lease, which a phone accepts while nobody holds it. */
const NO_HOLDER = "nobody";

/** A reply to a call: the result of its tool, or why it was refused. */
export type HostReply =
  | { readonly result: Record<string, unknown> }
  | { readonly error: Pick<FoveaError, "code" | "message" | "hint" | "context"> };

/** A call of a tool with data, from a program that uses the library. */
export interface ProgramCall {
  /** The name of the program, under which its refs and what it was shown are kept. */
  readonly program: string;
  /** The server parts for calls of its tenant. */
  readonly parts: ServerParts;
  readonly serial: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The version of Fovea in the program. */
  readonly version: string;
  /** The time limit that the program sets; null for the tool's own, `toolMs`. */
  readonly deadlineMs: number | null;
  readonly toolMs: number;
}

/** Performs calls of programs. Errors: those of the tools. */
export type ServePrograms = (call: ProgramCall, signal: AbortSignal) => Promise<Record<string, unknown>>;

export interface FarmHostOptions {
  /** The name of the host in the farm. */
  readonly id: string;
  /** Performs calls of programs; without it, they are refused. */
  readonly programs?: ServePrograms;
  /** The tenants that may use the phones; all tenants if absent. */
  readonly tenants?: readonly string[] | undefined;
  /** The data of each tenant; the memory of the parts' configuration for all tenants if absent. */
  readonly memories?: TenantMemories;
  /** Packages whose versions are reported for each phone; none if absent. */
  readonly apps?: readonly string[];
}

/**
 * Serves the phones of this host's adb server to a farm until `signal` aborts: registers them, reports changes, and
 * performs calls. The lease of a call is checked when the call arrives and when its action begins.
 */
export class FarmHost {
  readonly #fabric: NatsFabric;
  readonly #parts: ServerParts;
  readonly #host: string;
  readonly #programs: ServePrograms | undefined;
  readonly #apps: readonly string[];
  readonly #tenants: readonly string[] | undefined;
  readonly #memories: TenantMemories;
  readonly #said = new Map<string, { readonly facts: PhoneFacts; readonly at: number }>();
  readonly #fences: FenceMemory;
  /** The server maker of each tenant, which works with the tenant's own data. */
  readonly #makers = new Map<string, ServerMaker>();
  readonly #callers = new Map<string, Promise<OneCaller>>();
  /** The caller of the last call, by the phone's serial. */
  readonly #holders = new Map<string, string>();
  #serials = new Map<string, string>();

  constructor(fabric: NatsFabric, parts: ServerParts, options: FarmHostOptions) {
    const { id, programs, tenants, apps = [] } = options;
    this.#fabric = fabric;
    this.#parts = parts;
    this.#host = id;
    this.#programs = programs;
    this.#apps = apps;
    this.#tenants = tenants;
    this.#memories = options.memories ?? new TenantMemories(parts.config);
    this.#fences = new FenceMemory(parts.config.stateDir);
  }

  /** `onPhones` is called with the number of phones, whenever it changes. */
  async serve(onPhones: (count: number) => void, signal: AbortSignal): Promise<void> {
    let devices = await this.#facts(signal);
    await using host = await this.#fabric.register(this.#info(), [], signal);
    // A caller may use a phone as soon as it is listed: calls are accepted before the phone is listed.
    let taking = this.#take(devices);
    try {
      await host.update(devices, signal);
      onPhones(devices.length);
      const health = new PhoneHealth(this.#fabric, (serial) => idOf(this.#host, serial));
      await this.#lookAt(health, devices, signal);
      await pollUntil(
        async () => {
          host.assertOwn();
          const now = await this.#facts(signal).catch((error) => {
            if (signal.aborted) throw error;
            warn("farm", `the devices cannot be listed: ${toFoveaError(error).code}`);
            return devices.map((one) => ({ ...one, problem: "the adb server does not answer" }));
          });
          if (JSON.stringify(now) === JSON.stringify(devices)) {
            await this.#lookAt(health, devices, signal);
            return undefined;
          }
          if (now.length !== devices.length) onPhones(now.length);
          devices = now;
          const before = taking;
          taking = this.#take(devices);
          before[Symbol.dispose]();
          await host.update(devices, signal).catch(() => {}); // its next renewal says it, too
          await this.#lookAt(health, devices, signal);
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

  /** A failed report is repeated the next time. */
  async #lookAt(health: PhoneHealth, devices: readonly DeviceFacts[], signal: AbortSignal): Promise<void> {
    await health.look(devices, signal).catch((error) => {
      if (!signal.aborted) warn("farm", `health of phones was not reported: ${toFoveaError(error).code}`);
    });
  }

  #info(): HostInfo {
    return { id: this.#host, version: packageVersion(), tenants: this.#tenants };
  }

  async #facts(signal: AbortSignal): Promise<readonly DeviceFacts[]> {
    const entries = (await this.#parts.devices.list(signal)).filter(({ allowed }) => allowed);
    const taken = new Set<string>();
    return await Promise.all(
      entries.map(async (entry) => {
        // All emulators of one image may have the same serial number: then adb's serial is added.
        const hardwareSerial = entry.hardwareSerial ?? entry.serial;
        const isFirst = !taken.has(hardwareSerial);
        taken.add(hardwareSerial);
        const own = isFirst ? hardwareSerial : `${hardwareSerial} ${entry.serial}`;
        return { ...factsOf(entry, own), ...(await this.#saidBy(entry, signal)) };
      }),
    );
  }

  /** The facts that the phone reported last, read again after a minute; empty for a phone that does not answer. */
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
        if (!signal.aborted) warn("farm", `${serial} does not report its properties: ${toFoveaError(error).code}`);
        return UNKNOWN_FACTS;
      });
    this.#said.set(serial, { facts, at: performance.now() });
    return facts;
  }

  #take(devices: readonly DeviceFacts[]): Disposable {
    this.#serials = new Map(devices.map(({ serial }) => [idOf(this.#host, serial), serial]));
    return this.#fabric.takeCalls([...this.#serials.keys()], async (...call) => await this.#answer(...call));
  }

  async #answer(call: HostCall, tenant: string): Promise<HostReply> {
    const { device, proof } = call;
    try {
      checkName("a tenant", tenant);
      const isFor = this.#tenants === undefined || this.#tenants.includes(tenant);
      if (!isFor) throw new FoveaError("DEVICE_NOT_FOUND", `the farm has no phone ${device} for tenant ${tenant}`);
      const serial = this.#serials.get(device);
      if (serial === undefined) throw new FoveaError("DEVICE_NOT_FOUND", `${device} is not on this host any more`);
      const holder = proof ? hashOfName(proof.name) : `${NO_HOLDER} ${tenant}`;
      const held = { call, tenant, serial, holder };
      return {
        result: await whileHeld(this.#fabric, this.#fences, held, async (signal) => await this.#perform(held, signal)),
      };
    } catch (error) {
      const { code, message, hint, context } = toFoveaError(error);
      const names = { serial: this.#serials.get(device) ?? device, device };
      const inFarm = (text: string) => inFarmWords(text, names);
      return { error: { code, message: inFarm(message), hint: inFarm(hint), context: { ...context, device } } };
    }
  }

  async #perform({ call, tenant, serial, holder }: HeldCall, signal: AbortSignal): Promise<Record<string, unknown>> {
    this.#hand(serial, holder);
    const { tool, args, program } = call;
    // All callers under one lease count as one caller; other callers are distinguished by the name that they give.
    const caller = call.proof ? holder : `${holder} ${call.caller}`;
    if (!program) {
      const named = takesDevice(tool) ? { ...args, device: serial } : args;
      const result = await (await this.#callerOf(caller, tenant)).call(tool, named);
      return failedInFarmWords(result, { serial, device: call.device });
    }
    if (!this.#programs) throw new FoveaError("FARM_UNUSABLE", "the host of the phone takes no calls of programs");
    const parts = this.#memories.partsFor(tenant, this.#parts);
    return await this.#programs({ ...program, program: caller, parts, serial, tool, args }, signal);
  }

  /**
   * When the holder changes, the session forgets what the previous holder saw: names of elements that are gone, and the
   * last screen.
   */
  #hand(serial: string, holder: string): void {
    const before = this.#holders.get(serial);
    this.#holders.set(serial, holder);
    if (before === holder) return;
    this.#parts.sessions
      .all()
      .find(({ device }) => device.serial === serial)
      ?.forgetSeen();
  }

  async #callerOf(name: string, tenant: string): Promise<OneCaller> {
    const known = this.#callers.get(name);
    if (known) return await known;
    const opening = openOneCaller(this.#makerFor(tenant)(new Caller()));
    this.#callers.set(name, opening);
    const [oldest] = this.#callers;
    if (this.#callers.size > MOST_CALLERS && oldest) {
      this.#callers.delete(oldest[0]);
      void oldest[1].then(async (one) => await one[Symbol.asyncDispose]());
    }
    return await opening;
  }

  #makerFor(tenant: string): ServerMaker {
    const known = this.#makers.get(tenant);
    const maker = known ?? serverMaker(loaded(this.#memories.partsFor(tenant, this.#parts)));
    this.#makers.set(tenant, maker);
    return maker;
  }
}

/**
 * Whether a tool has the argument `device`: `confirm_action` and others have none. An unknown tool is refused anyway.
 */
function takesDevice(name: string): boolean {
  const tool = readToolList().find((one) => one.name === name);
  return tool === undefined || Object.hasOwn(tool.schema.properties ?? {}, "device");
}

/** The facts of a phone from the list of devices. */
function factsOf(entry: DeviceEntry, hardwareSerial: string): Omit<DeviceFacts, keyof PhoneFacts> {
  const { serial, problem, model, apiLevel } = entry;
  return { serial, hardwareSerial, problem: problem?.message ?? null, model, api: apiLevel };
}
