import { SystemError } from "../linux/errno.js";
import { PROGRAM_FOLDER } from "../system/programs.js";
import type { SystemCommand } from "../system/system.js";

/** `toybox NAME …` runs a program of the registry in its own process; without a name it lists the programs. */
export const toybox: SystemCommand = {
  name: "toybox",
  async run({ argv, process, stderr, stdout, system }) {
    const [name, ...rest] = argv.slice(1);
    if (name === undefined) {
      await stdout.write(`${[...system.parts.registry.keys()].sort().join(" ")}\n`);
      return 0;
    }
    try {
      const program = system.find(process, `${PROGRAM_FOLDER}/${name}`);
      return await system.execProgram(process, { program, argv: [name, ...rest] });
    } catch (error) {
      if (!(error instanceof SystemError) || error.errno === "EPIPE") throw error;
      await stderr.write(`toybox: Unknown command ${name} (see "toybox --help")\n`);
      return 127;
    }
  },
};
