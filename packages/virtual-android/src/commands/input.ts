import type { Command } from "../command.js";
import { runNewInput } from "../input/new-input.js";
import { runOldInput } from "../input/old-input.js";

/** Touches, keys and text: a separate program up to Android 11, `cmd input` from 12 on. */
export const input: Command = {
  name: "input",
  isScript: true,
  run: async (call) => {
    const { apiLevel } = call.phone.build;
    return apiLevel >= 29 ? await runNewInput(call, apiLevel) : await runOldInput(call, apiLevel);
  },
};
