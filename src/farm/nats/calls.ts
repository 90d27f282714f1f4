import type { Msg, NatsConnection } from "@nats-io/transport-node";
import * as z from "zod";
import { FoveaError } from "../../base/errors.js";
import { abortable, later, repeatedly } from "../../base/signals.js";
import { isNotPermitted, notOfTenant } from "./connect.js";
import { tokenOf } from "./keys.js";

/** A call of a tool, in the form for the host of the phone. */
const callSchema = z.object({
  schema: z.literal(1),
  /** The name of the caller: the host stores under it the screens that the caller was shown. */
  caller: z.string().max(80),
  device: z.string().max(300),
  tool: z.string().max(100),
  args: z.record(z.string(), z.unknown()),
  proof: z.object({ name: z.string(), fence: z.number() }).nullable(),
  /** For a program with the library, which gets data instead of text. */
  program: z
    .object({
      version: z.string().max(80),
      deadlineMs: z.number().positive().nullable(),
      toolMs: z.number().positive().max(600_000),
    })
    .optional(),
});
export type HostCall = z.infer<typeof callSchema>;

/** The size of a part of an answer, in bytes: below the servers' limit of a message, which is 1 MiB by default. */
const PART_BYTES = 500_000;
/** The longest time of a tool, and additional time for the network, in ms. */
const LONGEST_TOOL_MS = 600_000;
const WAY_MS = 30_000;
/** The longest time of Node's timers, in ms. */
const LONGEST_TIMER_MS = 2_147_483_647;
/** During a call, its host regularly sends a space, to show that it is running; JSON may begin with spaces. */
const ALIVE = " ";
const ALIVE_MS = 5_000;
const SILENT_MS = 20_000;
/** The name of the client's error for a request without a receiver (NoRespondersError of nats-core 3.4.0). */
const NO_RESPONDERS = "NoResponders";

function callSubject(tenant: string, device: string): string {
  return `farm.${tenant}.do.${tokenOf(device)}`;
}

export type AnswerCall = (call: HostCall, tenant: string) => Promise<object>;

/** Receives calls for phones of this host, of any tenant, until it is disposed of. `answer` never throws. */
export function takeCalls(connection: NatsConnection, devices: readonly string[], answer: AnswerCall): Disposable {
  const hear = async (message: Msg) => {
    // The server allows a tenant's credentials to publish only under the tenant's name.
    const tenant = message.subject.split(".")[1] ?? "";
    message.respond(ALIVE);
    const living = repeatedly(() => void message.respond(ALIVE), ALIVE_MS);
    const call = callSchema.safeParse(parseJson(message.data));
    const reply = call.success ? await answer(call.data, tenant) : { unreadable: true };
    living[Symbol.dispose]();
    const bytes = new TextEncoder().encode(JSON.stringify(reply));
    const parts = Math.ceil(bytes.length / PART_BYTES);
    for (let part = 0; part < parts; part += 1) {
      message.respond(bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
    }
    message.respond(); // an empty message ends the answer
  };
  const callback = (_: Error | null, message: Msg) => void hear(message);
  const subscriptions = devices.map((device) => connection.subscribe(callSubject("*", device), { callback }));
  return { [Symbol.dispose]: () => void subscriptions.map((one) => one.unsubscribe()) };
}

/**
 * Sends a call to the phone's host, once, and gives its reply. Errors: FARM_UNREACHABLE if no host receives it: nothing
 * was done; TIMEOUT if the answer was lost: the call may have run.
 */
export async function sendCall(
  connection: NatsConnection,
  { tenant, call }: { readonly tenant: string; readonly call: HostCall },
  signal: AbortSignal,
): Promise<unknown> {
  const { device, tool } = call;
  try {
    const options = { strategy: "sentinel" as const, maxWait: mostMs(call) };
    const asked = connection.requestMany(callSubject(tenant, device), JSON.stringify(call), options);
    const parts = await abortable(asked, signal);
    const bytes = await abortable(wholeOf(parts), signal).finally(() => stop(parts));
    const reply = bytes && parseJson(bytes);
    if (reply === undefined) throw new Error("no whole answer");
    return reply;
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    if (cause instanceof FoveaError) throw cause;
    if (cause instanceof Error && cause.name === NO_RESPONDERS) throw noHost(device);
    if (isNotPermitted(cause)) throw notOfTenant(tenant, cause);
    const message = `the answer of ${tool} on ${device} was lost on the way; the call may have been carried out`;
    throw new FoveaError("TIMEOUT", message, { device, cause, mayHaveHappened: true });
  }
}

/**
 * How long an answer may take, in ms. The host applies the limits of the call, so after this time the answer is lost.
 */
function mostMs({ program }: HostCall): number {
  const toolMs = program ? (program.deadlineMs ?? program.toolMs) : LONGEST_TOOL_MS;
  return Math.min(toolMs + WAY_MS, LONGEST_TIMER_MS);
}

/**
 * The whole answer; undefined if its end did not come. A host that sends nothing for some time counts as gone, also
 * before its first message.
 */
async function wholeOf(parts: AsyncIterable<Msg>): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let silence = later(() => stop(parts), SILENT_MS);
  try {
    for await (const { data } of parts) {
      if (data.length === 0) return Buffer.concat(pieces);
      pieces.push(data);
      silence[Symbol.dispose]();
      silence = later(() => stop(parts), SILENT_MS);
    }
    return undefined;
  } finally {
    silence[Symbol.dispose]();
  }
}

/** Stops a queue of the client. It can be stopped, although its declared type has no method for it. */
function stop(parts: AsyncIterable<Msg>): void {
  if ("stop" in parts && typeof parts.stop === "function") parts.stop();
}

function noHost(device: string): FoveaError {
  const message = `no host of the farm takes calls for ${device}; nothing was done`;
  return new FoveaError("FARM_UNREACHABLE", message, { device });
}

function parseJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(data));
  } catch {
    return undefined;
  }
}
