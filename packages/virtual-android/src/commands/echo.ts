import { echoText } from "../shell/escapes.js";
import type { SystemCommand } from "../system/system.js";

/** toybox's echo. It interprets backslash sequences only with -e, unlike the shell's own echo. */
export const echo: SystemCommand = {
  name: "echo",
  async run({ argv, stdout }) {
    let first = 1;
    let options = "";
    for (; /^-[neE]+$/.test(argv[first] ?? ""); first += 1) options += (argv[first] ?? "").slice(1);
    if (argv[first] === "--") first += 1;
    const text = argv.slice(first).join(" ");
    const { bytes, isCut } = options.includes("e") ? echoText(text) : { bytes: Buffer.from(text), isCut: false };
    const newline = options.includes("n") || isCut ? "" : "\n";
    await stdout.write(Buffer.concat([bytes, Buffer.from(newline)]));
    return 0;
  },
};
