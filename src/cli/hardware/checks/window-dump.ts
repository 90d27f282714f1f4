import { dumpsys, readScript } from "../../../devices/script.js";
import { runShellOk, SHELL_LIMITS } from "../../../devices/shell.js";
import { decodeText } from "../../../observe/parse/text.js";
import { parseWindow, sectionsOf } from "../../../observe/parse/window/window-facts.js";
import type { HardwareCheck } from "../hardware-check.js";
import { median, repeat, tenths } from "../measure.js";

/** The facts that each dump has to contain; on old releases the keyboard, keyguard and power are in other dumps. */
const NEEDED = ["displayId", "screenSize", "density", "rotation", "systemInsets", "activeWindow"] as const;
const TIMES = 5;

export const windowDump: HardwareCheck = {
  name: "window-dump",
  assumes: "`dumpsys window displays` and `policy` report size, rotation, insets and focus in known words.",
  sideEffect: null,
  deadlineMs: 60_000,
  async run({ session: { device } }, signal) {
    const displays = readScript(dumpsys(3, "window", "displays"));
    const alone = await repeat(TIMES, () => runShellOk(device, displays, SHELL_LIMITS, signal));
    const both = readScript(dumpsys(3, "window", "displays"), dumpsys(3, "window", "policy"));
    const { stdout } = await runShellOk(device, both, SHELL_LIMITS, signal);
    const facts = parseWindow(decodeText(stdout), sectionsOf(["displays", "policy"]));
    const missing = facts ? NEEDED.filter((fact) => facts[fact] === null) : NEEDED;
    return {
      verdict: missing.length === 0 ? "confirmed" : "refuted",
      measured: {
        displaysBytes: median(alone.map((result) => result.stdout.length)),
        displaysMs: tenths(median(alone.map((result) => result.durationMs))),
        bothBytes: stdout.length,
        focusBasis: facts?.activeWindow?.basis ?? null,
        reportsKeyboard: facts ? facts.ime !== null : null,
        missing: missing.join(" "),
      },
      note:
        missing.length === 0 ? null : "Please send the output of `adb shell dumpsys window displays` with the report.",
    };
  },
};
