import { FoveaError } from "../base/errors.js";
import { PACKAGE } from "../devices/on-device/names.js";
import { actScript } from "../devices/script.js";
import { runShellOk, SHELL_LIMITS } from "../devices/shell.js";
import type { Session } from "../session/session.js";
import { type ActResult, act } from "./act.js";
import { isInstalled, notInstalled, requirePackage } from "./apps.js";

/**
 * Android takes a service that was stopped by force off the list of enabled ones (AccessibilityManagerService), and some
 * vendors never bind it again.
 */
function ownService(session: Session): FoveaError {
  const device = session.device.serial;
  return new FoveaError("INVALID_ARGUMENT", `package: ${PACKAGE} is Fovea's own half on ${device} and is not stopped`, {
    device,
    hint: "`fovea setup --remove` takes it off the device.",
  });
}

/** Stopping these takes the screen itself down. */
const ESSENTIAL = new Set(["android", "com.android.systemui"]);

/** Stops an app and everything it runs (`am force-stop`). Errors: INVALID_ARGUMENT, APP_NOT_FOUND, SHELL_FAILED. */
export async function closeApp(session: Session, packageName: string, signal: AbortSignal): Promise<ActResult> {
  const name = requirePackage(packageName);
  if (ESSENTIAL.has(name))
    throw new FoveaError("INVALID_ARGUMENT", `package: ${name} is part of the system and is not stopped`);
  if (name === PACKAGE) throw ownService(session);
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
