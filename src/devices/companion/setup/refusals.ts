import type { ErrorCode } from "../../../base/errors.js";
import { type InstallRefusal, installRefusalOf } from "../../package-refusals.js";
import type { VendorHints } from "../../vendor-hints.js";

/** Why the companion was not installed, and what to do next. */
export interface SetupRefusal {
  readonly code: ErrorCode;
  readonly hint: string;
}

/** The refusal of an install, from Android's text. */
export function setupRefusal(said: string, vendor: VendorHints): SetupRefusal {
  const [code, hint] = REFUSALS[installRefusalOf(said)];
  return { code, hint: hint(vendor) };
}

/** The hint for a phone that shows a question or waits for its user. */
export function allowInstall({ install }: VendorHints): string {
  return `${install.replace(/\.$/, "")}; then run \`fovea setup\` again.`;
}

const REFUSALS: Readonly<Record<InstallRefusal, readonly [ErrorCode, (vendor: VendorHints) => string]>> = {
  certificate: [
    "ON_DEVICE_FOREIGN_CERTIFICATE",
    () =>
      "Another user of the phone, or kept data, has it with a different certificate: run `adb uninstall dev.fovea.service`.",
  ],
  user: ["SETUP_INSTALL_BLOCKED", allowInstall],
  verifier: [
    "SETUP_INSTALL_BLOCKED",
    () =>
      'Play Protect stopped the installation: allow it on the phone, or turn off "Verify apps over USB" in developer options; then run `fovea setup` again.',
  ],
  policy: [
    "SETUP_INSTALL_BLOCKED",
    () =>
      "The phone's administrator forbids installs: ask the administrator, or use the shell host, which installs nothing.",
  ],
  downgrade: [
    "SETUP_INSTALL_FAILED",
    () => "A newer Fovea set this phone up: update this one, or run `fovea setup --remove` first.",
  ],
  storage: ["SETUP_INSTALL_FAILED", () => "Free some space on the phone, and run `fovea setup` again."],
  "old-android": ["UNSUPPORTED_ON_DEVICE", () => "The companion needs Android 7 (API 24) or later."],
  unfit: ["SETUP_INSTALL_FAILED", () => "This Android does not take the package as it is: please report the message."],
  permission: ["SETUP_INSTALL_BLOCKED", ({ settings }) => settings],
  other: ["SETUP_INSTALL_FAILED", () => "Read what Android says in the message, and run `fovea setup` again."],
};
