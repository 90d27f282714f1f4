import { FoveaError } from "../../base/errors.js";
import { PACKAGE } from "../../devices/companion/names.js";

/** Packages without which there is no screen. */
const ESSENTIAL: ReadonlySet<string> = new Set(["android", "com.android.systemui"]);

/**
 * Refuses to change packages that have to stay as they are: those of the screen itself, and Fovea's own companion.
 * Android removes a force-stopped service from the list of enabled services (AccessibilityManagerService), and some
 * vendors never bind it again. `isNotDone` is how the refusal ends: "is not stopped". Errors: INVALID_ARGUMENT.
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
