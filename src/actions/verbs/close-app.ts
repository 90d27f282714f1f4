import { actScript } from "../../devices/script.js";
import { runShellOk, SHELL_LIMITS } from "../../devices/shell.js";
import type { Session } from "../../session/session.js";
import { act } from "../act.js";
import { isInstalled, notInstalled, requirePackage } from "../apps/apps.js";
import { refuseKept } from "../apps/kept-packages.js";
import { type ActResult, UNTOUCHED } from "../proof/performed.js";

/**
 * Stops an app and all its processes for the current user (`am force-stop`). Errors: INVALID_ARGUMENT, APP_NOT_FOUND,
 * SHELL_FAILED.
 */
export async function closeApp(session: Session, packageName: string, signal: AbortSignal): Promise<ActResult> {
  const name = requirePackage(packageName);
  refuseKept(name, session.device.serial, "is not stopped");
  return await act(
    session,
    { tool: "close_app", args: { package: name } },
    async (ask) => {
      // `am force-stop` does not report a package that does not exist.
      if (!(await isInstalled(session, name, signal))) throw notInstalled(session, name);
      const passed = ask({ kind: "closeApp", package: name }, null);
      await runShellOk(
        session.device,
        actScript(["am", "force-stop", "--user", "current", name]),
        SHELL_LIMITS,
        signal,
      );
      return { ...UNTOUCHED, did: `stopped ${name}`, by: "am", passed };
    },
    signal,
  );
}
