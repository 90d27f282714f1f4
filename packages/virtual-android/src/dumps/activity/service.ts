import type { PhoneState, RunningServiceState } from "../../phone-state.js";
import { identityHash, type Lines } from "../text.js";
import { shortComponent } from "../tokens.js";

/**
 * `dumpsys activity service NAME` (ActiveServices.dumpService): each service that matches the name, with the output of
 * its own dump. Without a name, no service matches.
 */
export function dumpService(state: PhoneState, args: readonly string[]): Lines {
  const name = args.find((arg) => !arg.startsWith("-"));
  if (name === undefined) return ["service: no service name specified", "Use -h for help."];
  const found = (state.services ?? []).filter((service) => isMeant(service, name));
  if (found.length === 0) return [`No services match: ${name}`, "Use -h for help."];
  return found.flatMap((service) => oneService(state, service));
}

function oneService(state: PhoneState, { component, pid, lines }: RunningServiceState): Lines {
  const user = state.build.apiLevel >= 30 ? " user=0" : "";
  return [
    `SERVICE ${shortName(component)} ${identityHash(`service ${component}`)} pid=${pid}${user}`,
    "  Client:",
    ...lines.map((line) => `    ${line}`),
  ];
}

/** Whether the name is the full or the short form of the component, or a part of it. */
function isMeant({ component }: RunningServiceState, name: string): boolean {
  return component === name || shortName(component) === name || (!name.includes("/") && component.includes(name));
}

function shortName(component: string): string {
  const slash = component.indexOf("/");
  return shortComponent(component.slice(0, slash), component.slice(slash + 1));
}
