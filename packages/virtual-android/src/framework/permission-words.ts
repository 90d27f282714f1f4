/** PermissionInfo.PROTECTION_DANGEROUS: the permissions that users grant, and the API level of each. */
const RUNTIME: ReadonlyMap<string, number> = new Map([
  ["android.permission.ACCESS_COARSE_LOCATION", 24],
  ["android.permission.ACCESS_FINE_LOCATION", 24],
  ["android.permission.CAMERA", 24],
  ["android.permission.POST_NOTIFICATIONS", 33],
  ["android.permission.READ_CONTACTS", 24],
  ["android.permission.RECORD_AUDIO", 24],
]);

/** Other permissions that the package manager knows. */
const OTHERS: readonly string[] = ["android.permission.INTERNET", "android.permission.SYSTEM_ALERT_WINDOW"];

export function isRuntimePermission(name: string, api: number): boolean {
  return (RUNTIME.get(name) ?? Number.POSITIVE_INFINITY) <= api;
}

/** From Android 11 on, an app can no longer ask after two refusals (FLAG_PERMISSION_USER_FIXED). */
export function isUserFixed(refusals: number, api: number): boolean {
  return refusals >= 2 && api >= 30;
}

export function isPermission(name: string, api: number): boolean {
  return isRuntimePermission(name, api) || OTHERS.includes(name);
}
