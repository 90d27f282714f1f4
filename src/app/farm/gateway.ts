import { randomBytes } from "node:crypto";
import * as z from "zod";
import { FoveaError, isErrorCode } from "../../base/errors.js";
import type { DeviceState, LeaseProof } from "../../farm/fabric.js";
import { hashOfName } from "../../farm/lease-names.js";
import type { NatsFabric } from "../../farm/nats/nats-fabric.js";
import { meets, parseNeeds, writeNeeds } from "../../farm/needs.js";
import type { RemoteCall, RemoteCalls } from "../../server/create-server.js";
import type { Caller } from "../../session/caller.js";
import { farmLines } from "./farm-lines.js";

const replySchema = z.union([
  z.object({ result: z.record(z.string(), z.unknown()) }),
  z.object({ error: z.object({ code: z.string(), message: z.string(), hint: z.string() }) }),
]);

/** A phone, and what proves that the caller holds it. */
interface Chosen {
  readonly device: string;
  readonly proof: LeaseProof | null;
}

/** Tools that are about the process that answers, not about a phone. */
const NOT_HERE = ["start_trace", "stop_trace"];
const OWN_TOOLS = ["acquire_device", "release_device"];

/**
 * Answers calls of MCP clients by the hosts of a farm. It keeps nothing that a restart loses: what a client was shown
 * and its refs are kept on the host, under the lease.
 */
export class FarmGateway implements RemoteCalls {
  readonly #fabric: NatsFabric;
  readonly #tenant: string;
  readonly #ids = new WeakMap<Caller, string>();
  /** Where the last call of a caller went: `confirm_action` names no device. */
  readonly #last = new WeakMap<Caller, Chosen>();

  constructor(fabric: NatsFabric, tenant: string) {
    this.#fabric = fabric;
    this.#tenant = tenant;
  }

  async answer({ name, args, caller }: RemoteCall, signal: AbortSignal): Promise<Record<string, unknown> | null> {
    if (OWN_TOOLS.includes(name)) return null;
    if (name === "list_devices") return await this.#list(signal);
    if (NOT_HERE.includes(name)) {
      throw new FoveaError("FARM_UNUSABLE", `${name} is not there through a gateway`, {
        hint: "Start `fovea host` with --trace, which writes down the calls of its phones.",
      });
    }
    const { device: word, since: _, ...rest } = args;
    const last = name === "confirm_action" ? this.#last.get(caller) : undefined;
    const chosen = last ?? (await this.#choose(typeof word === "string" ? word : undefined, signal));
    this.#last.set(caller, chosen);
    const { device, proof } = chosen;
    const callerName = proof ? hashOfName(proof.name) : this.#idOf(caller);
    const call = { schema: 1 as const, caller: callerName, device, tool: name, args: rest, proof };
    const reply = replySchema.parse(await this.#fabric.sendCall(this.#tenant, call, signal));
    if ("error" in reply) {
      const { code, message, hint } = reply.error;
      throw new FoveaError(isErrorCode(code) ? code : "INTERNAL", message, { hint, device });
    }
    return reply.result;
  }

  /** Errors: LEASE_LOST, DEVICE_REQUIRED, DEVICE_NOT_FOUND, NONE_EXIST, NONE_AVAILABLE. */
  async #choose(word: string | undefined, signal: AbortSignal): Promise<Chosen> {
    if (word?.startsWith("lease:")) {
      const { device, name, fence } = await this.#fabric.named(word, signal);
      return { device, proof: { name, fence } };
    }
    const devices = await this.#fabric.list([], signal);
    return { device: chooseDevice(word, devices).id, proof: null };
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

/** Pure. Errors: as above. */
export function chooseDevice(word: string | undefined, devices: readonly DeviceState[]): DeviceState {
  const [only, another] = word === undefined ? devices : [];
  if (only && !another) return only;
  if (word === undefined) {
    throw new FoveaError("DEVICE_REQUIRED", `the farm has ${devices.length} phones, and the call names none`);
  }
  const named = devices.filter(({ id, serial }) => id === word || serial === word);
  const [first, second] = named;
  if (first && !second) return first;
  if (first) {
    const ids = named.map(({ id }) => id).join(", ");
    throw new FoveaError("DEVICE_REQUIRED", `${word} is on several hosts: name one of ${ids}`);
  }
  if (!word.includes("=")) throw new FoveaError("DEVICE_NOT_FOUND", `the farm has no phone ${word}`);
  const needs = parseNeeds(word);
  const fit = devices.filter((device) => meets(device, needs));
  if (fit.length === 0) throw new FoveaError("NONE_EXIST", `no phone of the farm meets ${writeNeeds(needs)}`);
  const free = fit.find(({ state }) => state === "IDLE");
  if (free) return free;
  throw new FoveaError("NONE_AVAILABLE", `none of the ${fit.length} phones that meet ${writeNeeds(needs)} is free`);
}
