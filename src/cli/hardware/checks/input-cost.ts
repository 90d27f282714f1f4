import { inputArgv } from "../../../actions/input/device-input.js";
import { actScript } from "../../../devices/script.js";
import { runShell, SHELL_LIMITS } from "../../../devices/shell.js";
import type { HardwareCheck } from "../hardware-check.js";
import { median, repeat, tenths } from "../measure.js";

/** KEYCODE_UNKNOWN: no app reacts to it. */
const NO_KEY = "0";
const TIMES = 3;

export const inputCost: HardwareCheck = {
  name: "input-cost",
  assumes: "The shell user may inject input by `input`, or from Android 12 on by `cmd input`.",
  sideEffect: "a key without effect is pressed three times",
  deadlineMs: 60_000,
  async run({ session: { device }, facts }, signal) {
    const script = actScript(inputArgv(facts.apiLevel, ["keyevent", NO_KEY]));
    const limits = { ...SHELL_LIMITS, totalMs: 15_000, firstByteMs: 15_000 };
    const results = await repeat(TIMES, () => runShell(device, script, limits, signal));
    const said = results.map((result) => `${result.stderr}${result.stdout.toString("utf8")}`).join("");
    const isRefused = results.some((result) => result.exitCode !== 0) || /Exception|Error/.test(said);
    return {
      verdict: isRefused ? "refuted" : "confirmed",
      measured: {
        ms: tenths(median(results.map((result) => result.durationMs))),
        exitCode: results[0]?.exitCode ?? null,
      },
      note: /INJECT_EVENTS/.test(said)
        ? "Input is refused: on MIUI and HyperOS switch on “USB debugging (Security settings)”."
        : null,
    };
  },
};
