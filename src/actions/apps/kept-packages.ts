import { FoveaError } from "../../base/errors.js";
import { PACKAGE } from "../../devices/companion/names.js";

/** Without these there is no screen. */
const ESSENTIAL: ReadonlySet<string> = new Set(["android", "com.android.systemui"]);

/**
 * Refuses what must stay as it is: the screen itself, and Fovea's own companion. Android takes a service that was
 * stopped by force off the list of enabled ones (AccessibilityManagerService), and some vendors never bind it again.
 * `isNotDone` is how the refusal ends: "is not stopped". Errors: INVALID_ARGUMENT.
 */
export function refuseKept(packageName: string, device: string, isNotDone: string): void {
  if (ESSENTIAL.has(packageName)) {
    throw new FoveaError("INVALID_ARGUMENT", `package: ${packageName} is part of the system and ${isNotDone}`);
  }
  if (packageName !== PACKAGE) return;
  throw new FoveaError(
    "INVALID_ARGUMENT",
    `package: ${PACKAGE} is Fovea's own companion on ${device} and ${isNotDone}`,
    {
      device,
      hint: "`fovea setup` installs it, and `fovea setup --remove` uninstalls it.",
    },
  );
}
