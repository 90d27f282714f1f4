import { FoveaError } from "../base/errors.js";
import { actScript } from "../devices/script.js";
import { runShellOk, SHELL_LIMITS } from "../devices/shell.js";
import type { Session } from "../session/session.js";
import { type ActResult, act } from "./act.js";
import { isInstalled, notInstalled, requirePackage } from "./apps.js";

/** Stopping these takes the screen itself down. */
const ESSENTIAL = new Set(["android", "com.android.systemui"]);

/** Stops an app and everything it runs (`am force-stop`). Errors: INVALID_ARGUMENT, APP_NOT_FOUND, SHELL_FAILED. */
export async function closeApp(session: Session, packageName: string, signal: AbortSignal): Promise<ActResult> {
  const name = requirePackage(packageName);
  if (ESSENTIAL.has(name))
    throw new FoveaError("INVALID_ARGUMENT", `package: ${name} is part of the system and is not stopped`);
  return await act(
    session,
    async () => {
      // `am force-stop` says nothing of a package that is not there.
      if (!(await isInstalled(session, name, signal))) throw notInstalled(session, name);
      await runShellOk(session.device, actScript(["am", "force-stop", name]), SHELL_LIMITS, signal);
      return { did: `stopped ${name}`, points: [], by: "am" };
    },
    signal,
  );
}
