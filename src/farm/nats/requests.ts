import * as z from "zod";
import { FoveaError, isErrorCode } from "../../base/errors.js";
import type { DeviceState } from "../fabric.js";

const need = z.object({ key: z.string(), op: z.enum(["=", ">=", "<="]), value: z.string() });

/**
 * The requests of a tenant to the allocator, on `farm.TENANT.lease`: the subject decides the tenant, not the request.
 * The name of a lease never leaves the program that made it; requests have its hash.
 */
export const leaseRequestSchema = z.discriminatedUnion("ask", [
  z.object({
    ask: z.literal("acquire"),
    /** The same for all tries of one call. */
    id: z.string().max(64),
    needs: z.array(z.array(need)).min(1).max(100),
    proofs: z.array(z.string().length(64)).min(1).max(100),
    ttlMs: z.number().int(),
    /** The newest revision of the farm that the caller knows: the allocator waits until it knows this revision, too. */
    seen: z.number().int(),
    /** How long this try waits, in ms; its place in the queue stays for a moment after it. */
    waitMs: z.number().int(),
  }),
  z.object({ ask: z.literal("leave"), id: z.string().max(64) }),
  z.object({ ask: z.literal("renew"), device: z.string(), fence: z.number(), proof: z.string() }),
  z.object({ ask: z.literal("release"), device: z.string(), fence: z.number(), proof: z.string() }),
  /** The phones after this id, sorted by id; from the first one if null. */
  z.object({ ask: z.literal("list"), after: z.string().nullable() }),
  /** The lease whose name has this hash. */
  z.object({ ask: z.literal("named"), proof: z.string() }),
]);
export type LeaseRequest = z.infer<typeof leaseRequestSchema>;
export type AcquireRequest = Extract<LeaseRequest, { ask: "acquire" }>;
export type HeldRequest = Extract<LeaseRequest, { ask: "renew" | "release" }>;

const granted = z.object({ device: z.string(), host: z.string(), fence: z.number(), endsAt: z.number() });

const phone = z.custom<DeviceState>(
  (value) => typeof value === "object" && value !== null && "id" in value && "state" in value && "apps" in value,
);

export const leaseReplySchema = z.discriminatedUnion("is", [
  z.object({ is: z.literal("phones"), phones: z.array(phone).readonly(), hasMore: z.boolean() }),
  z.object({ is: z.literal("granted"), leases: z.array(granted).readonly() }),
  z.object({ is: z.literal("waiting"), place: z.number() }),
  z.object({ is: z.literal("done") }),
  z.object({ is: z.literal("refused"), code: z.string(), message: z.string() }),
]);
export type LeaseReply = z.infer<typeof leaseReplySchema>;

export function leaseSubject(tenant: string): string {
  return `farm.${tenant}.lease`;
}

export function refusal(error: unknown): LeaseReply {
  const { code, message } = error instanceof FoveaError ? error : new FoveaError("INTERNAL", "the allocator failed");
  return { is: "refused", code, message };
}

export function errorOf({ code, message }: Extract<LeaseReply, { is: "refused" }>): FoveaError {
  return new FoveaError(isErrorCode(code) ? code : "INTERNAL", message);
}
