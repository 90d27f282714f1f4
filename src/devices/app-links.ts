import type { Phone } from "./phone.js";
import { retryRead } from "./retry-read.js";
import { type Argv, command, readScript } from "./script.js";
import { SHELL_LIMITS } from "./shell.js";

/** Since this API level DomainVerificationService keeps a state for each domain; before, each app had one state. */
const FIRST_WITH_DOMAINS = 31;

/**
 * Whether the device opens links to a host in an app without asking, as the package manager reports it (`verified`,
 * `none`; up to Android 11 `always`, `ask`, `never`, `undefined`); null if the app claims no such links. Errors: as
 * runShell.
 */
export async function readLinkState(
  phone: Phone,
  link: { readonly packageName: string; readonly host: string },
  signal: AbortSignal,
): Promise<string | null> {
  const hasDomains = (phone.apiLevel ?? 0) >= FIRST_WITH_DOMAINS;
  const verb = hasDomains ? "get-app-links" : "get-app-link";
  const argv: Argv = ["pm", verb, "--user", String(phone.user), link.packageName];
  const script = readScript(command(argv, { stderr: "merge" }));
  const { stdout } = await retryRead(phone.device, script, SHELL_LIMITS, signal);
  const said = stdout.toString("utf8");
  return hasDomains ? parseDomainState(said, link.host) : parseLinkStatus(said);
}

/** `      example.com: verified` below `Domain verification state:` (DomainVerificationDebug.printState). */
export function parseDomainState(said: string, host: string): string | null {
  const lines = said.split(/\r?\n/);
  const from = lines.findIndex((line) => /^ {4}Domain verification state:$/.test(line));
  const states = from < 0 ? [] : lines.slice(from + 1);
  const end = states.findIndex((line) => !line.startsWith("      "));
  const known = (end < 0 ? states : states.slice(0, end)).map((line) => line.trim().split(": "));
  const exact = known.find(([name]) => name === host);
  const part = known.find(([name = ""]) => name.startsWith("*.") && host.endsWith(name.slice(1)));
  return (exact ?? part)?.[1] ?? null;
}

/** A state as PackageManagerShellCommand and Pm.linkStateToString print it. */
export function parseLinkStatus(said: string): string | null {
  return /^(?:always|ask|never|undefined|always ask)$/.exec(said.trim())?.[0] ?? null;
}
