import { randomBytes } from "node:crypto";
import * as z from "zod";
import { FoveaError, isErrorCode } from "../../base/errors.js";
import type { DeviceState, LeaseProof } from "../../farm/fabric.js";
import { hashOfName } from "../../farm/lease-names.js";
import type { FarmUse } from "../../farm/nats/tenant-farm.js";
import { meets, parseNeeds, writeNeeds } from "../../farm/needs.js";
import type { RemoteCall, RemoteCalls } from "../../server/remote-calls.js";
import type { Caller } from "../../session/caller.js";
import { farmLines } from "./farm-lines.js";

const replySchema = z.union([
  z.object({ result: z.record(z.string(), z.unknown()) }),
  z.object({
    error: z.object({
      ...{ code: z.string(), message: z.string(), hint: z.string() },
      context: z.looseObject({ mayHaveHappened: z.boolean().optional() }).optional(),
    }),
  }),
]);

/** The phone of a call, and the proof that the caller holds it. */
interface Chosen {
  readonly device: string;
  /** The tenant of the call: that of the lease. */
  readonly tenant: string;
  readonly proof: LeaseProof | null;
}

/** Tools that concern the answering process, not a phone. */
const NOT_HERE = ["start_trace", "stop_trace"];
const OWN_TOOLS = ["acquire_device", "release_device"];

/**
 * Answers calls of MCP clients through the hosts of a farm. It keeps no state that would be missed after a restart:
 * refs, and what a client was shown, are kept on the host, under the lease.
 */
export class FarmGateway implements RemoteCalls {
  readonly #fabric: FarmUse;
  readonly #tenant: string;
  readonly #ids = new WeakMap<Caller, string>();
  /** The phone of a caller's last call: `confirm_action` names no device. */
  readonly #last = new WeakMap<Caller, Chosen>();

  constructor(fabric: FarmUse, tenant: string) {
    this.#fabric = fabric;
    this.#tenant = tenant;
  }

  async answer({ name, args, caller }: RemoteCall, signal: AbortSignal): Promise<Record<string, unknown> | null> {
    if (OWN_TOOLS.includes(name)) return null;
    if (name === "list_devices") return await this.#list(signal);
    if (NOT_HERE.includes(name)) {
      throw new FoveaError("FARM_UNUSABLE", `${name} is not available through a gateway`, {
        hint: "Start `fovea host` with --trace, which records the calls of its phones.",
      });
    }
    const { device: word, since: _, ...rest } = args;
    const last = name === "confirm_action" ? this.#last.get(caller) : undefined;
    const chosen = last ?? (await this.#choose(typeof word === "string" ? word : undefined, signal));
    this.#last.set(caller, chosen);
    const { device, tenant, proof } = chosen;
    const callerName = proof ? hashOfName(proof.name) : this.#idOf(caller);
    const call = { schema: 1 as const, caller: callerName, device, tool: name, args: rest, proof };
    const reply = replySchema.parse(await this.#fabric.sendCall(tenant, call, signal));
    if ("error" in reply) {
      const { code, message, hint, context: { mayHaveHappened } = {} } = reply.error;
      const more = mayHaveHappened === undefined ? {} : { mayHaveHappened };
      throw new FoveaError(isErrorCode(code) ? code : "INTERNAL", message, { hint, device, ...more });
    }
    return reply.result;
  }

  /** The phone that a call means. Errors: LEASE_LOST, DEVICE_REQUIRED, DEVICE_NOT_FOUND, NONE_EXIST, NONE_AVAILABLE. */
  async #choose(word: string | undefined, signal: AbortSignal): Promise<Chosen> {
    if (word?.startsWith("lease:")) {
      const { device, tenant, name, fence } = await this.#fabric.named(word, signal);
      return { device, tenant, proof: { name, fence } };
    }
    const devices = await this.#fabric.list([], signal);
    return { device: chooseDevice(word, devices).id, tenant: this.#tenant, proof: null };
  }

  async #list(signal: AbortSignal): Promise<Record<string, unknown>> {
    const devices = await this.#fabric.list([], signal);
    return { content: [{ type: "text", text: farmLines(devices) }] };
  }

  #idOf(caller: Caller): string {
    const known = this.#ids.get(caller);
    if (known !== undefined) return known;
    const id = randomBytes(12).toString("hex");
    this.#ids.set(caller, id);
    return id;
  }
}

const LOOK = { hint: "list_devices (`fovea farm list`) shows the phones of the farm, with their ids." };

/** A mistyped lease may still contain most of the lease's secret name, so it is not repeated. */
function shownWord(word: string): string {
  return /lease|[A-Za-z0-9_-]{32}/i.test(word) ? "of this name" : word;
}

/** The phone with this id or serial; the only one if no word is given. Pure. Errors: as above. */
export function chooseDevice(word: string | undefined, devices: readonly DeviceState[]): DeviceState {
  const [only, another] = word === undefined ? devices : [];
  if (only && !another) return only;
  if (word === undefined) {
    throw new FoveaError("DEVICE_REQUIRED", `the farm has ${devices.length} phones, and the call names none`, LOOK);
  }
  const named = devices.filter(({ id, serial }) => id === word || serial === word);
  const [first, second] = named;
  if (first && !second) return first;
  if (first) {
    const ids = named.map(({ id }) => id).join(", ");
    throw new FoveaError("DEVICE_REQUIRED", `${word} is on several hosts: name one of ${ids}`, LOOK);
  }
  if (!word.includes("=")) throw new FoveaError("DEVICE_NOT_FOUND", `the farm has no phone ${shownWord(word)}`, LOOK);
  const needs = parseNeeds(word);
  const fit = devices.filter((device) => meets(device, needs));
  if (fit.length === 0) throw new FoveaError("NONE_EXIST", `no phone of the farm meets ${writeNeeds(needs)}`);
  const free = fit.find(({ state }) => state === "IDLE");
  if (free) return free;
  throw new FoveaError("NONE_AVAILABLE", `none of the ${fit.length} phones that meet ${writeNeeds(needs)} is free`);
}
