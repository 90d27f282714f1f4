import type { CommandCall } from "../command.js";
import type { LinkState } from "../framework/app-links.js";
import type { PackageState } from "../package-state.js";
import { complain, print, type ShellCommand } from "../shell-command.js";
import { wordsOf } from "./install.js";
import { packagesOf, userIn } from "./user-packages.js";

/** `get-app-links [--user USER_ID] PACKAGE`, Android 12 and later (DomainVerificationShell). */
export const getAppLinks: ShellCommand = async (call, args) => {
  const found = find(call, args);
  if ("error" in found) return complain(call, `Error: package ${found.error} unavailable`);
  const { packageName } = found.one;
  const states = domainsOf(found.one).map((host) => `      ${host}: ${stateOf(call, packageName, host)}`);
  return print(
    call,
    `  ${packageName}:`,
    "    ID: 5f0ea17a-7b1c-4d3e-8a5f-0ea17a7b1c9d",
    "    Signatures: [AA:BB:CC]",
    ...(states.length > 0 ? ["    Domain verification state:", ...states] : []),
    "    User 0:",
    "      Verification link handling allowed: true",
  );
};

/** `set-app-links --package PACKAGE STATE DOMAIN…`. */
export const setAppLinks: ShellCommand = async (call, args) => {
  const at = args.indexOf("--package");
  const [packageName = "", word = "", ...hosts] = args.slice(at + 1);
  const state =
    word === "STATE_NO_RESPONSE" || word === "0" ? "none" : word === "STATE_APPROVED" ? "verified" : "denied";
  for (const host of hosts) call.phone.managers?.appLinks.set(packageName, host, state);
  return 0;
};

/** `get-app-link [--user USER_ID] PACKAGE` of Android 6 to 11: one state for all domains of the app. */
export const getAppLink: ShellCommand = async (call, args) => {
  const found = find(call, args);
  if ("error" in found) return complain(call, `Error: package ${found.error} not found.`);
  const [host] = domainsOf(found.one);
  if (host === undefined) return complain(call, `Error: package ${found.one.packageName} does not handle web links.`);
  return print(call, OLD_WORDS[stateOf(call, found.one.packageName, host)]);
};

/** `set-app-link [--user USER_ID] PACKAGE always|ask|never|undefined`. */
export const setAppLink: ShellCommand = async (call, args) => {
  const found = find(call, args);
  if ("error" in found) return complain(call, `Error: package ${found.error} not found.`);
  const word = wordsOf(args, ["--user"])[1] ?? "";
  const state = word === "always" ? "verified" : word === "never" ? "denied" : "none";
  for (const host of domainsOf(found.one)) call.phone.managers?.appLinks.set(found.one.packageName, host, state);
  return 0;
};

const OLD_WORDS: Readonly<Record<LinkState, string>> = { verified: "always", none: "undefined", denied: "never" };

function find(call: CommandCall, args: readonly string[]): { readonly one: PackageState } | { readonly error: string } {
  const [name = ""] = wordsOf(args, ["--user"]);
  const state = call.phone.state();
  const one = packagesOf(state, userIn(state, args, 0)).find(({ packageName }) => packageName === name);
  return one ? { one } : { error: name };
}

/** The domains that its filters ask the system to verify. */
function domainsOf({ filters = new Map() }: PackageState): readonly string[] {
  const all = [...filters.values()].flat();
  return [...new Set(all.flatMap(({ isAutoVerified, hosts = [] }) => (isAutoVerified ? hosts : [])))];
}

function stateOf(call: CommandCall, packageName: string, host: string): LinkState {
  return call.phone.managers?.appLinks.state(packageName, host) ?? "none";
}
