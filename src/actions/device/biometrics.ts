import { askConsole, consolePort, notAnEmulator } from "../../devices/emulator-console.js";
import { retryRead } from "../../devices/retry-read.js";
import { dumpsys, readScript } from "../../devices/script.js";
import { SHELL_LIMITS } from "../../devices/shell.js";
import type { Session } from "../../session/session.js";
import { changeUnseen, type UnseenChange } from "../change-unseen.js";

/**
 * Puts a finger on the sensor of an emulator; an app that waits for a fingerprint receives it. Errors:
 * UNSUPPORTED_ON_DEVICE for real devices, EMULATOR_CONSOLE_FAILED; those of the guard.
 */
export async function touchSensor(session: Session, finger: number, signal: AbortSignal): Promise<UnseenChange> {
  return await changeUnseen(
    session,
    {
      call: { tool: "biometrics", args: { finger } },
      action: { kind: "device", change: "fingerprint", detail: `finger ${finger}`, package: null },
    },
    async () => {
      if (consolePort(session.device) === null) throw notAnEmulator(session.device);
      const before = await countOf(session, signal);
      await askConsole(session.device, `finger touch ${finger}`, signal);
      const after = await countOf(session, signal);
      const did = `laid finger ${finger} on the sensor`;
      const counted = after &&
        before && { accepted: after.accepted - before.accepted, rejected: after.rejected - before.rejected };
      if (counted && counted.accepted > 0)
        return { did, proof: "confirmed", evidence: ["the device accepted the finger"] };
      if (counted && counted.rejected > 0)
        return { did, proof: "confirmed", evidence: ["the device refused the finger: it is not enrolled"] };
      const why = counted
        ? "the sensor reported no touch: no app asks for a fingerprint, or the finger is still being read"
        : "the device does not report whether it was touched";
      return { did, proof: "unconfirmed", evidence: [why] };
    },
    signal,
  );
}

/**
 * The counts of accepted and rejected fingerprints for all users together (FingerprintService.dumpInternal); null if
 * the device has no such service.
 */
async function countOf(
  { device }: Session,
  signal: AbortSignal,
): Promise<{ readonly accepted: number; readonly rejected: number } | null> {
  const { stdout } = await retryRead(device, readScript(dumpsys(5, "fingerprint")), SHELL_LIMITS, signal);
  const text = stdout.toString("utf8").slice(0, 1_000_000);
  const sum = (found: Iterable<RegExpMatchArray>) => [...found].reduce((total, one) => total + Number(one[1]), 0);
  const [accepted, rejected] = [sum(text.matchAll(/"accept":(\d{1,9})/g)), sum(text.matchAll(/"reject":(\d{1,9})/g))];
  return text.includes('"accept":') ? { accepted, rejected } : null;
}
