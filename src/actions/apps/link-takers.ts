import { retryRead } from "../../devices/retry-read.js";
import { type Argv, command, readScript } from "../../devices/script.js";
import { SHELL_LIMITS } from "../../devices/shell.js";
import { parseComponent } from "../../observe/parse/component.js";
import type { Session } from "../../session/session.js";

const VIEW = "android.intent.action.VIEW";

/** The packages of the apps that open an address, in the order of the package manager. Errors: as runShell. */
export async function linkTakers(session: Session, url: string, signal: AbortSignal): Promise<readonly string[]> {
  const argv: Argv = ["cmd", "package", "query-activities", "--brief", "-a", VIEW, "-d", url];
  const script = readScript(command(argv, { stderr: "merge" }));
  const { stdout } = await retryRead(session.device, script, SHELL_LIMITS, signal);
  const lines = stdout.toString("utf8").split("\n");
  const packages = lines.flatMap((line) => parseComponent(line.trim())?.package ?? []);
  return [...new Set(packages)];
}

/** Browsers that Maestro prefers to all others. */
const PREFERRED = ["com.android.chrome", "org.mozilla.firefox"];

/**
 * The package of a browser: an app that opens any http address, not only links of its own. Null if none is installed.
 * Errors: as linkTakers.
 */
export async function findBrowser(session: Session, signal: AbortSignal): Promise<string | null> {
  const takers = await linkTakers(session, "http://example.org/", signal);
  return PREFERRED.find((one) => takers.includes(one)) ?? takers[0] ?? null;
}
