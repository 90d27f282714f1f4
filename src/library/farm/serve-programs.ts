import type { ProgramCall, ServePrograms } from "../../app/farm/host.js";
import { packageVersion } from "../../base/assets.js";
import { FoveaError } from "../../base/errors.js";
import { Guard } from "../../server/guard/guard.js";
import { loadTool } from "../../server/load-tool.js";
import { type ServerParts, toolContext } from "../../server/tool-context.js";
import { readToolList } from "../../server/tool-list.js";
import { Caller } from "../../session/caller.js";
import type { DataTool } from "../../tool-contract/tool.js";
import { expectCondition } from "../calls/expect-condition.js";
import { PhoneCalls } from "../calls/phone-calls.js";
import { shellTool } from "../calls/run-shell.js";
import { farmLocate } from "../locators/remote-locating.js";
import { farmPicture } from "./picture.js";
import { farmRunFlow } from "./run-flow.js";
import { toWire } from "./wire.js";

/** For how many programs the calls are kept, with the screens that each was shown and their refs. */
const MOST_PROGRAMS = 500;

const OWN: Readonly<Record<string, DataTool<unknown>>> = {
  [shellTool.name]: shellTool,
  [expectCondition.name]: expectCondition,
  [farmPicture.name]: farmPicture,
  [farmLocate.name]: farmLocate,
  [farmRunFlow.name]: farmRunFlow,
};

/** Carries out calls of programs on other hosts in the same way as calls of programs on this host. */
export function servePrograms(parts: ServerParts): ServePrograms {
  const guard = new Guard(parts.config, "library", (line) => parts.recorder.decided({ ...line }));
  const known = new Map<string, PhoneCalls>();
  const callsOf = ({ program, serial, parts: own }: Pick<ProgramCall, "program" | "serial" | "parts">) => {
    const key = `${program} ${serial}`;
    const calls =
      known.get(key) ??
      new PhoneCalls({
        context: toolContext({ ...own, caller: new Caller() }, () => {}),
        serial,
        newGate: () => guard.newGate(),
        close: async () => {},
      });
    known.delete(key);
    known.set(key, calls);
    const [oldest] = known.keys();
    if (known.size > MOST_PROGRAMS && oldest !== undefined) known.delete(oldest);
    return calls;
  };
  return async (call: ProgramCall, signal) => {
    const { tool: name, args, version, deadlineMs, toolMs } = call;
    assertSame(version);
    const limits = { ...(deadlineMs !== null && { deadlineMs }), signal };
    const tool = { ...(await toolNamed(name)), deadlineMs: toolMs };
    const { data, answer } = await callsOf(call).call(tool, args, limits);
    return { data: toWire(data), answer: toWire(answer) };
  };
}

/** The data of a call depend on the version. Errors: FARM_UNUSABLE that names both versions. */
function assertSame(version: string): void {
  const own = packageVersion();
  if (version === own) return;
  const message = `the host of the phone has Fovea ${own}, and the program ${version}; nothing was done`;
  throw new FoveaError("FARM_UNUSABLE", message, { hint: "Use one version of Fovea for both." });
}

async function toolNamed(name: string): Promise<DataTool<unknown>> {
  const own = Object.hasOwn(OWN, name) ? OWN[name] : undefined;
  if (own) return own;
  const listed = readToolList().some((one) => one.name === name);
  const tool = listed ? await loadTool(name) : undefined;
  if (!tool) throw new FoveaError("FARM_UNUSABLE", `the host of the phone has no ${name}; nothing was done`);
  // No program is asked for consent here: the call itself is the consent, as in a program without `confirm`.
  const { prepare: _, ...plain } = tool;
  return {
    ...plain,
    perform: async (args, context, signal) => ({ data: null, ...(await tool.perform(args, context, signal)) }),
  };
}
