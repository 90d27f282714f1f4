import { retryRead } from "../retry-read.js";
import { actScript, command, readScript } from "../script.js";
import { runShell, SHELL_LIMITS } from "../shell.js";
import type { DeviceState } from "./device-state.js";

/** Half an hour: who forgets a recording fills no storage. */
export const MOST_PARTS = 10;

/** The file of a part of a video on the device, from 1. */
export function recordingPart(id: string, number: number): string {
  return `/data/local/tmp/fovea-record-${id}-${number}.mp4`;
}

/**
 * What a video of the screen leaves on the device until it is saved; null if nothing is left. A process that was
 * killed leaves it to the next one.
 */
export function recordingParts(id: string): DeviceState {
  const paths = Array.from({ length: MOST_PARTS }, (_, index) => recordingPart(id, index + 1));
  return {
    name: `video ${id}`,
    read: async ({ device }, signal) => {
      const script = readScript(command(["ls", ...paths], { stderr: "drop" }));
      const { stdout } = await retryRead(device, script, SHELL_LIMITS, signal);
      return stdout.length > 0 ? "on the device" : null;
    },
    write: async ({ device }, _value, signal) => {
      await runShell(device, actScript(["rm", "-f", ...paths]), SHELL_LIMITS, signal);
    },
  };
}
