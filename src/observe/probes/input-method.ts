import { FoveaError } from "../../base/errors.js";
import { retryRead } from "../../devices/retry-read.js";
import { dumpsys, pipe, readScript } from "../../devices/script.js";
import { SHELL_LIMITS } from "../../devices/shell.js";
import type { Ime } from "../../screen/facts.js";
import { defineFact } from "../fact-probe.js";
import { parseInputMethod } from "../parse/input-method.js";
import { decodeText } from "../parse/text.js";
import { type ProbeContext, type ProbePlan, runProbe } from "../probe.js";

// The whole dump has up to 776 KB on Android 13; the filter on the device leaves two lines.
const SCRIPT = readScript(
  pipe(dumpsys(2, "input_method"), ["grep", "-E", "-m3", "mInputShown=|mCurMethodId=|mCurId="]),
);

/** The keyboard, from its own service: read only if the window manager did not report it. */
export const inputMethod = defineFact<Ime>({
  name: "inputMethod",
  ask: async ({ context, window, isLive }, signal) => {
    if (isLive) return null;
    const { value } = await window;
    return value && value.ime !== null ? null : await runProbe(inputMethodProbe(context), signal);
  },
  fields: (ime) => ({ ime }),
});

function inputMethodProbe({ device }: ProbeContext): ProbePlan<Ime> {
  return {
    name: "inputMethod",
    deadlineMs: 4_000,
    work: async (signal) => {
      const result = await retryRead(device, SCRIPT, { ...SHELL_LIMITS, totalMs: 4_000 }, signal);
      const takenAt = performance.now();
      const facts = parseInputMethod(decodeText(result.stdout));
      if (!facts)
        throw new FoveaError("NOT_THIS_FORMAT", `dumpsys input_method on ${device.serial} did not report the keyboard`);
      return { value: facts.ime, source: "dumpsys input_method", takenAt };
    },
  };
}
