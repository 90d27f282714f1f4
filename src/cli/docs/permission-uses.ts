import { type EverydayUse, SCREEN } from "./everyday-use.js";

/** Uses of the tool `permissions`, in the order of the document. */
export const PERMISSION_USES: readonly EverydayUse[] = [
  {
    tool: "permissions",
    group: "app",
    what: "grant a permission",
    args: { package: "com.fovea.dialogs", grant: ["camera"] },
    releases: [
      {
        since: 24,
        runs: [
          "pm grant --user 0 com.fovea.dialogs android.permission.CAMERA",
          "dumpsys -t 5 package com.fovea.dialogs",
        ],
        source: "com.android.commands.pm.Pm (24), PackageManagerShellCommand.runGrantRevokePermission (28 on)",
      },
    ],
    seen: "`dumpsys package`; the app no longer asks",
    verdict: SCREEN,
    guard: "`permission`, asks first",
    undo: "none: the app keeps it, as if the user had granted it; use `revoke` or `reset`",
  },
  {
    tool: "permissions",
    group: "app",
    what: "reset the permissions of an app",
    args: { package: "com.fovea.dialogs", reset: true },
    releases: [
      {
        since: 24,
        runs: ["pm revoke --user 0 com.fovea.dialogs android.permission.CAMERA"],
        source:
          "as for granting; `pm reset-permissions` would reset all apps. Android still remembers what the user refused, and the answer names it",
      },
      {
        since: 33,
        runs: ["pm revoke --user 0", "pm clear-permission-flags --user 0 com.fovea.dialogs android.permission.CAMERA"],
        source: "PackageManagerShellCommand.setOrClearPermissionFlags",
      },
    ],
    seen: "`dumpsys package`; the app's process ends; the app asks again, from Android 13 on also for what the user refused",
    verdict: SCREEN,
    guard: "`permission`, noted",
    undo: "none: `grant`",
  },
  {
    tool: "permissions",
    group: "app",
    what: "revoke a permission",
    first: { package: "com.fovea.dialogs", grant: ["camera"] },
    args: { package: "com.fovea.dialogs", revoke: ["camera"] },
    releases: [
      {
        since: 24,
        runs: ["pm revoke --user 0 com.fovea.dialogs android.permission.CAMERA"],
        source: "as for granting",
      },
    ],
    seen: "`dumpsys package`; the app's process ends",
    verdict: SCREEN,
    guard: "`permission`, noted",
    undo: "none: `grant`",
  },
  {
    tool: "permissions",
    group: "app",
    what: "grant a permission that an app-op controls",
    args: { package: "com.fovea.dialogs", grant: ["SYSTEM_ALERT_WINDOW"] },
    releases: [
      {
        since: 24,
        runs: ["appops set --user 0 com.fovea.dialogs SYSTEM_ALERT_WINDOW allow"],
        source: "AppOpsService.Shell (com.android.commands.appops.AppOpsCommand)",
      },
    ],
    seen: "`dumpsys appops`",
    verdict: SCREEN,
    guard: "`permission`, asks first",
    undo: "none: `revoke`",
  },
];
