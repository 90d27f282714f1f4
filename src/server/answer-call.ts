import {
  type CallToolResult,
  type InputRequiredResult,
  isCallToolResult,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { FoveaError, isFoveaError } from "../base/errors.js";
import { requireActing } from "../base/read-only.js";
import { whileLeased } from "../session/lease-of.js";
import { type AnyTool, isAct, type ToolContext, type ToolOutcome } from "../tool-contract/tool.js";
import { callTool, errorResult } from "./call-tool.js";
import { confirmThrough } from "./confirm.js";
import type { Guarded } from "./guard/agree-after.js";
import { loadTool } from "./load-tool.js";
import type { Calls } from "./open-calls.js";
import type { CalledParts } from "./parts-to-come.js";
import type { RemoteCalls } from "./remote-calls.js";
import { takeSince, withObservationId } from "./since.js";
import { toolContext } from "./tool-context.js";

/** A call of a listed tool, in the form of the protocol. */
interface Asked {
  readonly name: string;
  readonly args: unknown;
  readonly call: ServerContext;
}

/** The server that got the call, and the parts that answer it. */
interface AskedOf {
  readonly server: McpServer;
  readonly parts: CalledParts;
  readonly calls: Calls;
}

/** Runs one call. A failed call is a result (see callTool). Errors: those of `parts.parts`. */
export async function answerCall(
  { name, args, call }: Asked,
  { server, parts, calls }: AskedOf,
): Promise<CallToolResult | InputRequiredResult> {
  const named = async (word: string) => parts.pluginTools?.find((one) => one.name === word) ?? (await loadTool(word));
  const tool = await named(name);
  if (!tool) throw new FoveaError("INTERNAL", `${name} is listed, and there is no such tool`);
  const { caller, remote } = parts;
  const signal = whileLeased(call.mcpReq.signal);
  const elsewhere = remote && (await answerElsewhere(remote, { name, tool, args, parts }, signal).catch(errorResult));
  if (elsewhere) return asResult(elsewhere);
  const ready = await parts.parts();
  const counted = calls.connection.newCall(calls.devices);
  const { since, rest } = caller.isKnown ? { since: undefined, rest: args } : takeSince(args);
  const gate = ready.guard.newGate();
  const context = toolContext({ ...ready, caller, since, gate }, progressOf(call), (serial) => counted.uses(serial));
  const confirm = confirmThrough(server, call, ready.consents);
  const owner = caller.isKnown ? caller : null;
  const guarded = { gate, asker: confirm, pending: ready.guard.pending, owner };
  const confirmed = (token: string, signal: AbortSignal) => doPending(token, { context, guarded, named }, signal);
  const own = { ...context, confirmed, raise: () => gate.raise() };
  const more = { confirm, guarded, enter: () => counted.enter() };
  const result = await callTool(tool, rest, { ...own, ...more }, signal);
  if (result["isError"] === true) caller.showAllNext();
  return caller.isKnown ? result : withObservationId(result, caller.lastShown);
}

interface Elsewhere extends Pick<Asked, "name" | "args"> {
  readonly tool: AnyTool;
  readonly parts: CalledParts;
}

/**
 * Sends a call to the host that has the phone. The host does not know this server's options, so a call that is not
 * allowed here is not sent. Errors: READ_ONLY; those of the host.
 */
async function answerElsewhere(remote: RemoteCalls, { name, tool, args, parts }: Elsewhere, signal: AbortSignal) {
  const given = asArguments(args);
  if (isAct(tool, given)) requireActing(name, parts.config);
  return await remote.answer({ name, args: given, caller: parts.caller }, signal);
}

function asResult(result: Record<string, unknown>): CallToolResult {
  return isCallToolResult(result) ? result : errorResult(new FoveaError("INTERNAL", "the host gave no result"));
}

function asArguments(args: unknown): Readonly<Record<string, unknown>> {
  return typeof args === "object" && args !== null && !Array.isArray(args) ? { ...args } : {};
}

interface Pending {
  readonly context: ToolContext;
  readonly guarded: Guarded<unknown>;
  readonly named: (tool: string) => Promise<AnyTool | undefined>;
}

/**
 * Performs the pending action of a `confirm_action` token, with the tool that asked for consent. Errors: CONSENT_STALE;
 * those of the tool.
 */
async function doPending(
  token: string,
  { context, guarded, named }: Pending,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { gate, asker, owner, pending } = guarded;
  const waiting = pending?.get(token, owner);
  const tool = waiting && (await named(waiting.tool));
  if (!pending || !tool) throw new FoveaError("CONSENT_STALE", "nothing was done: no action waits for this token");
  gate.expectAgreement();
  if (waiting.asked.isRaised) gate.raise();
  // If a person can be asked, the model's agreement is not enough.
  if (!asker.canAsk)
    gate.agree({ subject: waiting.asked.subject, by: "confirm_action", use: () => pending.spend(token) });
  try {
    const outcome = await tool.perform(waiting.args, context, signal);
    pending.spend(token);
    return outcome;
  } catch (error) {
    // A call that failed met another screen or device; only a person's answer is still to come.
    if (!isFoveaError(error, "CONFIRMATION_REQUIRED")) pending.spend(token);
    throw error;
  }
}

/** Reports the progress of a call to its client. */
function progressOf({ mcpReq: { _meta, notify } }: ServerContext): (message: string) => void {
  const token = _meta?.progressToken;
  let step = 0;
  return (message) => {
    if (token === undefined) return;
    step += 1;
    // A client that is gone does not need the progress.
    notify({ method: "notifications/progress", params: { progressToken: token, progress: step, message } }).catch(
      () => {},
    );
  };
}
