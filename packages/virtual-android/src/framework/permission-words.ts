/** PermissionInfo.PROTECTION_DANGEROUS: what users decide on, and since which API level. */
const RUNTIME: ReadonlyMap<string, number> = new Map([
  ["android.permission.ACCESS_COARSE_LOCATION", 24],
  ["android.permission.ACCESS_FINE_LOCATION", 24],
  ["android.permission.CAMERA", 24],
  ["android.permission.POST_NOTIFICATIONS", 33],
  ["android.permission.READ_CONTACTS", 24],
  ["android.permission.RECORD_AUDIO", 24],
]);

/** What the package manager knows besides. */
const OTHERS: readonly string[] = ["android.permission.INTERNET", "android.permission.SYSTEM_ALERT_WINDOW"];

export function isRuntimePermission(name: string, api: number): boolean {
  return (RUNTIME.get(name) ?? Number.POSITIVE_INFINITY) <= api;
}

/** From Android 11 on an app that was refused twice no longer asks (FLAG_PERMISSION_USER_FIXED). */
export function isUserFixed(refusals: number, api: number): boolean {
  return refusals >= 2 && api >= 30;
}

export function isPermission(name: string, api: number): boolean {
  return isRuntimePermission(name, api) || OTHERS.includes(name);
}
