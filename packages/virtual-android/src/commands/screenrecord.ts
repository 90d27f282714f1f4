import type { Command } from "../command.js";

/** This phone has no video encoder: it refuses as a real one without a codec does. */
export const screenrecord: Command = {
  name: "screenrecord",
  run: async (call) => {
    const args = call.argv.slice(1);
    if (args.length === 0) {
      await call.stderr.write("Must specify output file (see --help).\n");
      return 2;
    }
    await call.stderr.write("ERROR: unable to create video/avc codec instance\n");
    return 1;
  },
};
