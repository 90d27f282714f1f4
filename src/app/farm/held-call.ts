import * as z from "zod";
import { FoveaError, isFoveaError } from "../../base/errors.js";
import type { FenceMemory } from "../../farm/files/fence-memory.js";
import type { HostCall } from "../../farm/nats/calls.js";
import type { NatsFabric } from "../../farm/nats/nats-fabric.js";
import { underLease } from "../../farm/presented.js";

type Result = Record<string, unknown>;

export interface HeldCall {
  readonly call: HostCall;
  /** From the NATS subject of the call: the servers let no other tenant send to this subject. */
  readonly tenant: string;
  readonly serial: string;
  readonly holder: string;
}

const NOTHING = "; nothing was done";
const DONE = "done before: ";
/** The fields of a tool's error. */
const failedSchema = z.looseObject({
  isError: z.literal(true),
  _meta: z.looseObject({ "fovea/error": z.looseObject({ code: z.string(), message: z.string() }) }),
});

/**
 * Carries out a call while its caller holds the lease of the phone. The lease is checked before the call, before each
 * of its actions, and before its answer is returned, because the answer may show the next holder's screen. The call
 * ends when the lease ends. Errors: LEASE_LOST and DEVICE_BUSY, with what was done before; those of `work`.
 */
export async function whileHeld(
  fabric: NatsFabric,
  fences: FenceMemory,
  { call: { device, proof, tool }, tenant, serial, holder }: HeldCall,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const claim = { tenant, proof };
  const check = async (signal: AbortSignal) => {
    await fabric.checkClaim(device, claim, signal);
    if (proof) fences.admit(device, proof.fence);
  };
  await check(new AbortController().signal);
  let turns = 0;
  const mayAct = async (signal: AbortSignal) => {
    await check(signal).catch((error) => {
      throw turns > 0 ? withoutNothing(error) : error;
    });
    turns += 1;
  };
  using holding = fabric.hold(device, claim);
  const { signal } = holding;
  let sent = 0;
  const assertHeld = () => {
    holding.assertHeld();
    sent += 1;
  };
  const presented = { serial, holder, tenant, mayAct, signal, assertHeld };
  const ended = await underLease(presented, async () => await work(signal)).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  try {
    signal.throwIfAborted();
    await check(new AbortController().signal);
  } catch (error) {
    throw endedBy(error, { tool, sent, said: saidBy(ended) });
  }
  if ("error" in ended) throw ended.error;
  return ended.result;
}

/** The message of a call that ended because of its lease; undefined if it ended for another reason. */
function saidBy(ended: { readonly result: Result } | { readonly error: unknown }): string | undefined {
  const failed = "result" in ended ? failedSchema.safeParse(ended.result).data?._meta["fovea/error"] : ended.error;
  if (!failed || typeof failed !== "object" || !("code" in failed) || !("message" in failed)) return undefined;
  return failed.code === "LEASE_LOST" || failed.code === "DEVICE_BUSY" ? String(failed.message) : undefined;
}

interface Ended {
  readonly tool: string;
  /** How many actions were sent. */
  readonly sent: number;
  readonly said: string | undefined;
}

/** The error of a call that lost its lease: it lists what was done before, and shows nothing of the screen. */
function endedBy(error: unknown, { tool, sent, said }: Ended): unknown {
  if (!(error instanceof FoveaError)) return error;
  if (sent === 0) return error;
  const { code, hint, context } = error;
  const why = error.message.replace(NOTHING, "");
  const at = said?.indexOf(DONE) ?? -1;
  const before = at < 0 ? `${tool} was under way, and may have been done` : said?.slice(at);
  const message = `${why}; ${before}; its answer is withheld, since it may show another holder's screen`;
  return new FoveaError(code, message, { ...context, hint, mayHaveHappened: true });
}

/** An error in the middle of a call, without "nothing was done": the tool reports what was done before. */
function withoutNothing(error: unknown): unknown {
  if (!isFoveaError(error)) return error;
  const { code, message, hint, context } = error;
  return new FoveaError(code, message.replace(NOTHING, ""), { ...context, hint });
}
