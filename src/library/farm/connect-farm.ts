import { openFarmUse, tenantOf } from "../../app/farm/open-farm.js";
import type { Config } from "../../base/config.js";
import { isFoveaError } from "../../base/errors.js";
import { warn } from "../../base/log.js";
import { repeatedly } from "../../base/signals.js";
import type { Lease } from "../../farm/fabric.js";
import type { FarmUse } from "../../farm/nats/tenant-farm.js";
import { parseNeeds } from "../../farm/needs.js";
import type { RemoteCalls } from "../calls/remote-call.js";
import { remoteCalls } from "./remote-calls.js";

/** Which phone of a farm: one that meets `needs`, or the phone of a lease that the program already has. */
export interface FarmChoice {
  readonly lease: string | undefined;
  readonly needs: string;
  readonly ttlMs: number;
  readonly waitMs: number;
}

export interface FarmPhone extends AsyncDisposable {
  /** The id of the phone in the farm. */
  readonly device: string;
  readonly calls: RemoteCalls;
}

/**
 * Takes a phone of the farm, and keeps its lease until it is disposed of. A lease that was taken here is released then.
 * Errors: NONE_EXIST, NONE_AVAILABLE, LEASE_LOST; INVALID_ARGUMENT; those of openFarm.
 */
export async function openFarmPhone(config: Config, choice: FarmChoice, signal: AbortSignal): Promise<FarmPhone> {
  const { use: fabric } = await openFarmUse(config, "a program with the library", signal);
  try {
    const lease = await takeLease(fabric, { choice, tenant: tenantOf(config) }, signal);
    const isOwn = choice.lease === undefined;
    const renewing = isOwn ? keep(fabric, lease, choice.ttlMs) : null;
    return {
      device: lease.device,
      calls: remoteCalls(fabric, lease),
      [Symbol.asyncDispose]: async () => {
        renewing?.[Symbol.dispose]();
        if (isOwn) await fabric.release(lease, new AbortController().signal).catch(noteLoss);
        await fabric[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await fabric[Symbol.asyncDispose]();
    throw error;
  }
}

async function takeLease(
  fabric: FarmUse,
  { choice: { lease, needs, ttlMs, waitMs }, tenant }: { readonly choice: FarmChoice; readonly tenant: string },
  signal: AbortSignal,
): Promise<Lease> {
  if (lease !== undefined) return await fabric.named(lease, signal);
  const [acquired] = await fabric.acquire([parseNeeds(needs)], { ttlMs, waitMs, tenant }, signal);
  if (!acquired) throw new Error("a lease for each need");
  return acquired;
}

/**
 * Renews the lease three times within its duration. If all three fail, the lease ends, and the host refuses the next
 * call.
 */
function keep(fabric: FarmUse, lease: Lease, ttlMs: number): Disposable {
  const renew = () => void fabric.renew(lease, new AbortController().signal).catch(noteLoss);
  return repeatedly(renew, Math.ceil(ttlMs / 3));
}

/** LEASE_LOST needs no warning: the host refuses the next call with it, and a lease that has ended needs no release. */
function noteLoss(error: unknown): void {
  if (!isFoveaError(error, "LEASE_LOST")) warn("farm", "a lease could not be renewed or released");
}
