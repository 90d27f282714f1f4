import type { EverydayUse } from "./everyday-use.js";

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
          "com.android.server.pm.Settings.dumpPackageLPr; no program of adb's has the names that a launcher shows",
      },
    ],
    seen: "`dumpsys package`, `ls -l`",
  },
];
