import type { ActivityState, PhoneState } from "../../phone-state.js";
import type { DumpPart } from "../dump-service.js";
import type { Lines } from "../text.js";
import { componentOf } from "../tokens.js";
import { dumpActivities } from "./activities.js";
import { dumpProcesses } from "./processes.js";
import { dumpRecents } from "./recents.js";
import { dumpService } from "./service.js";
import { dumpTop } from "./top.js";

/** `dumpsys activity [-a] [-c] [-p PACKAGE] [CMD]` (ActivityManagerService.doDump). */
export function dumpActivity(state: PhoneState, args: readonly string[]): readonly DumpPart[] {
  const request = parseArgs(args);
  if ("error" in request) return [request.error];
  const { command, only, rest } = request;
  switch (command) {
    case null:
      return bareDump(state, only);
    case "activities":
    case "a":
      return dumpActivities(state, only);
    case "top":
      return dumpTop(state, (activity) => state.build.apiLevel >= 26 || activity.hash === frontActivity(state)?.hash);
    case "recents":
    case "r":
      return dumpRecents(state, request.isFull);
    case "processes":
    case "p":
      return dumpProcesses(state);
    case "services":
    case "s":
      return ["ACTIVITY MANAGER SERVICES (dumpsys activity services)", "  (nothing)"];
    case "service":
      return dumpService(state, rest);
    case "-h":
      return HELP;
    default:
      return byName(state, command);
  }
}

interface Request {
  readonly command: string | null;
  readonly only: string | null;
  /** Whether `-a` is given. */
  readonly isFull: boolean;
  /** The arguments after the command. */
  readonly rest: readonly string[];
}

function parseArgs(args: readonly string[]): Request | { readonly error: string } {
  let only: string | null = null;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (arg === "-p") {
      const name = args[at + 1];
      if (name === undefined) return { error: "Error: -p option requires package argument" };
      only = name;
      at += 1;
    } else if (arg === "-h") return { command: "-h", only, isFull: false, rest: [] };
    else if (!arg.startsWith("-"))
      return { command: arg, only, isFull: args.slice(0, at).includes("-a"), rest: args.slice(at + 1) };
    else if (!["-a", "-c", "--all"].includes(arg)) return { error: `Unknown argument: ${arg}; use -h for help` };
  }
  return { command: null, only, isFull: false, rest: [] };
}

function frontActivity(state: PhoneState): ActivityState | null {
  return state.focusedActivity ?? state.tasks[0]?.activities[0] ?? null;
}

function byName(state: PhoneState, name: string): readonly DumpPart[] {
  const parts = dumpTop(state, (activity) => componentOf(activity).includes(name) || activity.className.includes(name));
  if (parts.length > 0) return parts;
  return [`Bad activity command, or no activities match: ${name}`, "Use -h for help."];
}

function bareDump(state: PhoneState, only: string | null): readonly DumpPart[] {
  const rule = "-".repeat(79);
  return [...dumpActivities(state, only), rule, ...dumpProcesses(state)];
}

const HELP: Lines = [
  "Activity manager dump options:",
  "  [-a] [-c] [-p PACKAGE] [-h] [WHAT] ...",
  "  WHAT may be one of:",
  "    a[ctivities]: activity stack state",
  "    p[rocesses] [PACKAGE_NAME]: process state",
  "    s[ervices] [COMP_SPEC ...]: service state",
  "    service [COMP_SPEC]: service client-side state",
  "    top: the activity in front of each task, asked from its own process",
  "  WHAT may also be a COMP_SPEC to dump activities.",
  "  -a: include all available server state.",
  "  -c: include client state.",
  "  -p: limit output to given package.",
];
