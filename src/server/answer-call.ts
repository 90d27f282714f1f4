import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import { FoveaError } from "../base/errors.js";
import { OPTIONAL_TOOLS, TOOLS } from "../tools/tools.js";
import { callTool } from "./call-tool.js";
import { confirmThrough } from "./confirm.js";
import type { CalledParts, Calls } from "./create-server.js";
import { takeSince, withObservationId } from "./since.js";
import { toolContext } from "./tool-context.js";

/** A call of a tool that was offered, as the protocol brought it. */
interface Asked {
  readonly name: string;
  readonly args: unknown;
  readonly call: ServerContext;
}

/** Whom it was asked, and what that one answers with. */
interface AskedOf {
  readonly server: McpServer;
  readonly parts: CalledParts;
  readonly calls: Calls;
}

const BY_NAME = new Map([...TOOLS, ...OPTIONAL_TOOLS].map((tool) => [tool.name, tool]));

/** Runs one call. What fails in it is a result (see callTool). Errors: those of `parts.parts`. */
export async function answerCall(
  { name, args, call }: Asked,
  { server, parts, calls }: AskedOf,
): Promise<CallToolResult | InputRequiredResult> {
  const tool = BY_NAME.get(name);
  if (!tool) throw new FoveaError("INTERNAL", `${name} is listed, and there is no such tool`);
  const ready = await parts.parts();
  const { caller } = parts;
  const counted = calls.connection.newCall(calls.devices);
  const { since, rest } = caller.isKnown ? { since: undefined, rest: args } : takeSince(args);
  const context = toolContext({ ...ready, caller, since }, progressOf(call), (serial) => counted.uses(serial));
  const confirm = confirmThrough(server, call, ready.consents);
  const more = { confirm, enter: () => counted.enter() };
  const result = await callTool(tool, rest, { ...context, ...more }, call.mcpReq.signal);
  if (result["isError"] === true) caller.showAllNext();
  return caller.isKnown ? result : withObservationId(result, caller.lastShown);
}

/** Tells the client that asked for it how far its call came. */
function progressOf({ mcpReq: { _meta, notify } }: ServerContext): (message: string) => void {
  const token = _meta?.progressToken;
  let step = 0;
  return (message) => {
    if (token === undefined) return;
    step += 1;
    // A client that is gone does not need to hear of it.
    notify({ method: "notifications/progress", params: { progressToken: token, progress: step, message } }).catch(
      () => {},
    );
  };
}
