import { ACTED, type EverydayUse } from "./everyday-use.js";

const READS = { verdict: "none: it only reads", guard: "none", undo: "none needed" } as const;

/** Uses of the tools on apps that only read, in the order of the document. */
export const APP_USES: readonly EverydayUse[] = [
  {
    ...READS,
    tool: "app_info",
    group: "app",
    what: "version, flags, permissions, processes, size",
    args: { package: "com.fovea.dialogs" },
    releases: [
      {
        since: 24,
        runs: ["pm path com.fovea.dialogs", "dumpsys -t 5 package com.fovea.dialogs", "stat -L -c fovea bytes=%s"],
        source:
          "com.android.server.pm.Settings.dumpPackageLPr; no program of adb's shell prints the label that a launcher shows",
      },
    ],
    seen: "`dumpsys package`, `ls -l`",
  },
  {
    tool: "performance",
    group: "app",
    what: "begin a measurement",
    args: { package: "com.fovea.form", action: "start" },
    releases: [
      {
        since: 24,
        runs: [
          "dumpsys -t 3 gfxinfo com.fovea.form reset",
          "dumpsys -t 10 meminfo com.fovea.form",
          "dumpsys -t 5 battery",
        ],
        source: "GraphicsBinderService.dump, ActivityThread.dumpMemInfoTable, BatteryService.dump; proc(5)",
      },
    ],
    seen: "`dumpsys gfxinfo`, `dumpsys meminfo`, `/proc/PID/stat`, `dumpsys battery`",
    verdict: "`confirmed`: the figures that were read",
    guard: "none",
    undo: "none needed: only the app's frame counters are reset",
  },
  {
    ...READS,
    tool: "performance",
    group: "app",
    what: "end the measurement",
    args: { package: "com.fovea.form", action: "stop" },
    releases: [{ since: 24, runs: ["dumpsys -t 3 gfxinfo com.fovea.form"], source: "as for `start`" }],
    seen: "as for `start`",
  },
  {
    tool: "performance",
    group: "app",
    what: "how long an app takes to start",
    args: { package: "com.fovea.form", action: "launch" },
    releases: [
      {
        since: 24,
        runs: ["am start -W -S -a android.intent.action.MAIN"],
        source: "ActivityManagerShellCommand.runStartActivity: TotalTime, and LaunchState from Android 10 on",
      },
    ],
    seen: "`ps`, the app on the screen",
    verdict: ACTED,
    guard: "`uninstall`, noted, as for any app that is stopped",
    undo: "none: unsaved data of the app is lost",
  },
];
