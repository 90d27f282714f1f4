import type { EverydayUse } from "./everyday-use.js";

/** Uses of the tool `focus`. */
export const FOCUS_USES: readonly EverydayUse[] = [
  {
    tool: "focus",
    group: "device",
    what: "move the focus by the keys of the D-pad",
    args: { target: "id/name" },
    releases: [
      {
        since: 24,
        runs: ["input keyevent KEYCODE_DPAD_DOWN"],
        source: "com.android.commands.input.Input (24), InputShellCommand (33 on); FocusFinder, ViewRootImpl",
      },
    ],
    seen: "`focused` in the hierarchy, what KEYCODE_DPAD_CENTER then clicks",
    verdict: "the verdict of the last key; the focus is read again after each key",
    guard: "for each key, as for `press_key`",
    undo: "none: the focus stays",
  },
];
