import { retryRead } from "../retry-read.js";
import { actScript, command, readScript } from "../script.js";
import { runShell, SHELL_LIMITS } from "../shell.js";
import type { DeviceState } from "./device-state.js";

/** Half an hour in total: a forgotten recording does not fill the storage. */
export const MOST_PARTS = 10;

/** The file of one part of a video on the device; parts are numbered from 1. */
export function recordingPart(id: string, number: number): string {
  return `/data/local/tmp/fovea-record-${id}-${number}.mp4`;
}

/**
 * The files of a video of the screen, which stay on the device until it is saved; null if no file is left. If the
 * process is killed, the next one removes them.
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
