import { writeFile } from "node:fs/promises";
import { FoveaError } from "../base/errors.js";
import { OBSERVE_PICTURE, observe } from "../observe/observe.js";
import { encodePng } from "../vision/image.js";
import { openApp } from "./app.js";
import { type Command, readCommandLine, requirePositional, UsageError } from "./command.js";
import { optionsHelp } from "./options-help.js";
import { EXIT, printJson, printText } from "./output.js";

/** Saves the screen as a PNG of full size where the user says; `-` is standard output. */
export const screenshot: Command = async (args, signal) => {
  const { config, positionals, flags } = readCommandLine(
    args,
    { json: { type: "boolean" }, help: { type: "boolean" } },
    1,
  );
  if (flags["help"]) {
    printText(`fovea screenshot FILE [--json]: the screen as a PNG; - is standard output\n\n${optionsHelp()}`);
    return EXIT.done;
  }
  const file = requirePositional(positionals, 0, "the file to write");
  if (file === "-" && flags["json"]) throw new UsageError("--json and the picture cannot both go to standard output");
  await using app = openApp(config);
  const session = app.sessions.of(await app.devices.get(undefined, signal));
  const { observation, frame } = await observe(session, OBSERVE_PICTURE, signal);
  if (!frame) {
    const why = observation.errors.find((error) => error.probe === "screenshot");
    throw new FoveaError(why?.code ?? "SCREENSHOT_FAILED", why?.message ?? "no screenshot");
  }
  const png = await encodePng(frame);
  if (file === "-") process.stdout.write(png);
  else await save(file, png);
  if (flags["json"]) printJson({ ...observation.screenshot, path: file });
  else if (file !== "-")
    printText(`${file}: ${frame.width}x${frame.height}${observation.screenshot?.black ? ", all black" : ""}`);
  return EXIT.done;
};

async function save(file: string, png: Uint8Array): Promise<void> {
  await writeFile(file, png).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${file} cannot be written: ${why}`);
  });
}
