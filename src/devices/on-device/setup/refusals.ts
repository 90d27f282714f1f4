import type { ErrorCode } from "../../../base/errors.js";
import type { VendorHints } from "./vendor-hints.js";

/** What the shell user is told where a vendor took a permission from it (android.md 7.3; MIUI, ColorOS, OriginOS). */
export function isPermissionRefusal(text: string): boolean {
  return /permission denial|securityexception|neither user \d+ nor current process has|does not have [^\n]{0,200}permission|requires:?\s*android\.permission/i.test(
    text,
  );
}

/** Why an install did not happen, and what to do next. */
export interface InstallRefusal {
  readonly code: ErrorCode;
  readonly hint: (vendor: VendorHints) => string;
}

/** The refusals that Android and its vendors are known to give, the most special first. */
export function installRefusal(text: string): InstallRefusal {
  const known = REFUSALS.find(([pattern]) => pattern.test(text));
  if (known !== undefined) return { code: known[1], hint: known[2] };
  if (isPermissionRefusal(text)) return { code: "SETUP_INSTALL_BLOCKED", hint: ({ settings }) => settings };
  return {
    code: "SETUP_INSTALL_FAILED",
    hint: () => "Read what Android says in the message, and run `fovea setup` again.",
  };
}

const byVendor = ({ install }: VendorHints) => install;

const REFUSALS: readonly (readonly [RegExp, ErrorCode, InstallRefusal["hint"]])[] = [
  [
    /INSTALL_FAILED_UPDATE_INCOMPATIBLE|INSTALL_FAILED_SHARED_USER_INCOMPATIBLE|signatures do not match|INCONSISTENT_CERTIFICATES/,
    "ON_DEVICE_FOREIGN_CERTIFICATE",
    () =>
      "Another user of the phone, or data that was kept, has it with another certificate: `adb uninstall dev.fovea.service`.",
  ],
  [/INSTALL_FAILED_USER_RESTRICTED|install(?:ation)? cancell?ed by user/i, "SETUP_INSTALL_BLOCKED", byVendor],
  [/INSTALL_FAILED_ABORTED|user rejected permissions/i, "SETUP_INSTALL_BLOCKED", byVendor],
  [
    /INSTALL_FAILED_VERIFICATION_(?:FAILURE|TIMEOUT)|INSTALL_FAILED_REJECTED_BY_VERIFIER/,
    "SETUP_INSTALL_BLOCKED",
    () =>
      'Play Protect held it: allow it on the phone, or turn off "Verify apps over USB" in developer options; then run `fovea setup` again.',
  ],
  [
    /no_install_(?:apps|unknown_sources)|DISALLOW_INSTALL|INSTALL_FAILED_(?:BLOCKED|POLICY)|by (?:device )?(?:policy|admin)|user restriction/i,
    "SETUP_INSTALL_BLOCKED",
    () =>
      "The phone's administrator forbids installs: ask whoever manages it, or use the shell host, which installs nothing.",
  ],
  [
    /INSTALL_FAILED_VERSION_DOWNGRADE/,
    "SETUP_INSTALL_FAILED",
    () => "A newer Fovea set this phone up: update this one, or run `fovea setup --remove` first.",
  ],
  [
    /INSTALL_FAILED_INSUFFICIENT_STORAGE|not enough space|ENOSPC/i,
    "SETUP_INSTALL_FAILED",
    () => "Free some space on the phone, and run `fovea setup` again.",
  ],
  [/INSTALL_FAILED_OLDER_SDK/, "UNSUPPORTED_ON_DEVICE", () => "The on-device half needs Android 7 (API 24) or later."],
  [
    /INSTALL_FAILED_DEPRECATED_SDK_VERSION|INSTALL_PARSE_FAILED|INSTALL_FAILED_INVALID_APK|must be stored uncompressed/,
    "SETUP_INSTALL_FAILED",
    () => "This Android does not take the package as it is: please report the message.",
  ],
];
