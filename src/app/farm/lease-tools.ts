import * as z from "zod";
import type { Lease } from "../../farm/fabric.js";
import type { FarmUse } from "../../farm/nats/tenant-farm.js";
import { parseNeeds } from "../../farm/needs.js";
import { type AnyTool, defineTool } from "../../tool-contract/tool.js";

const MOST_WAIT_S = 600;

/** The tools that exist only with `--farm`. */
export function leaseTools(fabric: FarmUse, tenant: string): readonly AnyTool[] {
  return [acquireDevice(fabric, tenant), releaseDevice(fabric)];
}

function acquireDevice(fabric: FarmUse, tenant: string): AnyTool {
  return defineTool({
    name: "acquire_device",
    title: "Acquire a device",
    description:
      "Leases a phone of the farm for you alone. Give the answer's lease:… as `device` of every call; the lease ends after ttl_s without a call of acquire_device with that `lease`.",
    kind: "act",
    destructive: false,
    idempotent: false,
    deadlineMs: (MOST_WAIT_S + 60) * 1_000,
    input: z.strictObject({
      needs: z
        .string()
        .max(1_000)
        .default("")
        .describe("Conditions, for example `api>=34 form=tablet`. Any phone if empty"),
      ttl_s: z.number().int().min(1).max(86_400).default(300).describe("Seconds until the lease ends by itself"),
      wait_s: z.number().int().min(0).max(MOST_WAIT_S).default(0).describe("Seconds to wait for a free phone"),
      lease: z.string().max(60).optional().describe("A lease to prolong, in place of a new one, for example `lease:…`"),
    }),
    run: async ({ needs, ttl_s, wait_s, lease }, _context, signal): Promise<Lease> => {
      if (lease !== undefined) return await fabric.renew(await fabric.named(lease, signal), signal);
      const options = { ttlMs: ttl_s * 1_000, waitMs: wait_s * 1_000, tenant };
      const [acquired] = await fabric.acquire([parseNeeds(needs)], options, signal);
      if (!acquired) throw new Error("a lease for each need");
      return acquired;
    },
    render: (lease) => ({ text: leaseLine(lease) }),
    toJson: (lease) => lease,
  });
}

function releaseDevice(fabric: FarmUse): AnyTool {
  return defineTool({
    name: "release_device",
    title: "Release a device",
    description: "Ends a lease, so that others get the phone.",
    kind: "act",
    destructive: false,
    idempotent: false,
    deadlineMs: 60_000,
    input: z.strictObject({ lease: z.string().max(60).describe("As acquire_device gave it, for example `lease:…`") }),
    run: async ({ lease }, _context, signal): Promise<Lease> => {
      const named = await fabric.named(lease, signal);
      await fabric.release(named, signal);
      return named;
    },
    render: ({ device }) => ({ text: `released ${device}` }),
    toJson: ({ device }) => ({ device }),
  });
}

/** One line about a lease, for answers. */
export function leaseLine({ name, device, fence, endsAt }: Lease): string {
  return `${name} | ${device} | fence ${fence} | until ${new Date(endsAt).toISOString()}`;
}
