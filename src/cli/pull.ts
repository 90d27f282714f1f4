import { stat } from "node:fs/promises";
import { basename, dirname, join, type PlatformPath, resolve, sep } from "node:path";
import { files } from "../tools/files.js";
import { type Command, readCommandLine, UsageError } from "./command.js";
import { EXIT, printText } from "./output.js";
import { fieldsOf, runTool, toolFlags, usage } from "./tool-command.js";

const MORE = "\n\nTO is a folder or a new file of this host; the folder of --output-dir if it is not named.";

/** Copies a file of the device to the typed path. By typing it, the user allows its folder. */
export const pull: Command = async (call, signal) => {
  const line = readCommandLine(call, toolFlags(files), 2);
  if (line.flags["help"]) {
    printText(line.terminal, usage(files, "pull", ["pull", "to"], MORE));
    return EXIT.done;
  }
  const { pull: path, to, ...fields } = fieldsOf(files, line, ["pull", "to"]);
  if (typeof path !== "string") throw new UsageError("the file is missing: fovea pull PATH");
  if (typeof to !== "string") return await runTool(files, line, { ...fields, pull: path }, signal);
  if (fields["save_as"] !== undefined) throw new UsageError("give either TO or --save-as");
  const isFolder = namesFolder(to) || (await stat(to).catch(() => null))?.isDirectory() === true;
  const place = resolve(isFolder ? join(to, basename(path)) : to);
  const config = { ...line.config, outputDir: dirname(place) };
  return await runTool(files, { ...line, config }, { ...fields, pull: path, save_as: basename(place) }, signal);
};

/** Whether a path ends as that of a folder does: on Windows also with `\`. */
export function namesFolder(path: string, system: Pick<PlatformPath, "sep"> = { sep }): boolean {
  return path.endsWith("/") || path.endsWith(system.sep);
}
