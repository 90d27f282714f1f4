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
/** How long what a phone says of itself is taken for true: battery and storage change slowly. */
const FACTS_MS = 60_000;
/** Callers whose servers are kept: what each was shown, and its refs. */
const MOST_CALLERS = 500;
/** The holder of calls without a lease, which a phone accepts while nobody holds it. */
const NO_HOLDER = "nobody";

/** A reply to a call: the result of its tool, or why it was refused. */
export type HostReply =
  | { readonly result: Record<string, unknown> }
  | { readonly error: Pick<FoveaError, "code" | "message" | "hint" | "context"> };

/** A call of a program with the library: a tool that gives data. */
export interface ProgramCall {
  /** Who calls: refs and what was shown are kept under it. */
  readonly program: string;
  /** As calls of its tenant use them. */
  readonly parts: ServerParts;
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
export type ServePrograms = (call: ProgramCall, signal: AbortSignal) => Promise<Record<string, unknown>>;

export interface FarmHostOptions {
  /** Name of the host in the farm. */
  readonly id: string;
  /** Calls of programs are refused without it. */
  readonly programs?: ServePrograms;
  /** Tenants that the phones are for; for everybody if absent. */
  readonly tenants?: readonly string[] | undefined;
  /** What is kept of each tenant; that of the parts' configuration if absent. */
  readonly memories?: TenantMemories;
  /** Packages whose versions are said of each phone; none if absent. */
  readonly apps?: readonly string[];
}

/**
 * Serves the phones of this host's adb server to a farm, until `signal` aborts: registers them, says what changes, and
 * carries out calls. The lease of a call is checked when the call arrives and when its action begins.
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
  /** Servers of each tenant are made with what is its own. */
  readonly #makers = new Map<string, ServerMaker>();
  readonly #callers = new Map<string, Promise<OneCaller>>();
  /** Who called last, by the phone's serial. */
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

  /** `onPhones` hears how many phones are served, whenever that changes. */
  async serve(onPhones: (count: number) => void, signal: AbortSignal): Promise<void> {
    let devices = await this.#facts(signal);
    await using host = await this.#fabric.register(this.#info(), [], signal);
    // Who sees a phone may call it at once: its calls are taken before anybody sees it.
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

  /** What cannot be said now is tried again the next time. */
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
    // All callers under one lease are one; others are known by what they call themselves.
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

  /** Another holder is not for what the one before saw: names of elements that are gone, and where it was. */
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

/** `confirm_action` and others are about a call or a name, and take no device; what is unknown is refused anyway. */
function takesDevice(name: string): boolean {
  const tool = readToolList().find((one) => one.name === name);
  return tool === undefined || Object.hasOwn(tool.schema.properties ?? {}, "device");
}

/** What the list of devices says. */
function factsOf(entry: DeviceEntry, hardwareSerial: string): Omit<DeviceFacts, keyof PhoneFacts> {
  const { serial, problem, model, apiLevel } = entry;
  return { serial, hardwareSerial, problem: problem?.message ?? null, model, api: apiLevel };
}
