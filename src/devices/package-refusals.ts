/** The reasons for which Android and its vendors refuse to install a package. */
export type InstallRefusal =
  | "certificate"
  | "user"
  | "verifier"
  | "policy"
  | "downgrade"
  | "storage"
  | "old-android"
  | "unfit"
  | "permission"
  | "other";

/**
 * Whether the text says that a vendor took a permission from the shell user (android.md 7.3; MIUI, ColorOS, OriginOS).
 */
export function isPermissionRefusal(text: string): boolean {
  return REFUSAL.test(text) || text.split("\n").some(lacksPermission);
}

const REFUSAL =
  /permission denial|securityexception|neither user \d+ nor current process has|requires:?\s*android\.permission/i;

function lacksPermission(line: string): boolean {
  const at = line.search(/does not have /i);
  return at >= 0 && /permission/i.test(line.slice(at));
}

/** Why an install was refused, from Android's text; the most specific reason is tried first. */
export function installRefusalOf(said: string): InstallRefusal {
  const known = REFUSALS.find(([pattern]) => pattern.test(said));
  return known?.[1] ?? (isPermissionRefusal(said) ? "permission" : "other");
}

const REFUSALS: readonly (readonly [RegExp, InstallRefusal])[] = [
  [
    /INSTALL_FAILED_UPDATE_INCOMPATIBLE|INSTALL_FAILED_SHARED_USER_INCOMPATIBLE|signatures do not match|INCONSISTENT_CERTIFICATES/,
    "certificate",
  ],
  [/INSTALL_FAILED_USER_RESTRICTED|install(?:ation)? cancell?ed by user/i, "user"],
  [/INSTALL_FAILED_ABORTED|user rejected permissions/i, "user"],
  [/INSTALL_FAILED_VERIFICATION_(?:FAILURE|TIMEOUT)|INSTALL_FAILED_REJECTED_BY_VERIFIER/, "verifier"],
  [
    /no_install_(?:apps|unknown_sources)|DISALLOW_INSTALL|INSTALL_FAILED_(?:BLOCKED|POLICY)|by (?:device )?(?:policy|admin)|user restriction/i,
    "policy",
  ],
  [/INSTALL_FAILED_VERSION_DOWNGRADE/, "downgrade"],
  [/INSTALL_FAILED_INSUFFICIENT_STORAGE|not enough space|ENOSPC/i, "storage"],
  [/INSTALL_FAILED_OLDER_SDK/, "old-android"],
  [
    /INSTALL_FAILED_DEPRECATED_SDK_VERSION|INSTALL_PARSE_FAILED|INSTALL_FAILED_INVALID_APK|must be stored uncompressed/,
    "unfit",
  ],
];
