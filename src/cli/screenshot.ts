import { FoveaError } from "../base/errors.js";
import { writeFileAt } from "../base/new-file.js";
import { OBSERVE_PICTURE, observe } from "../observe/observe.js";
import { encodePng } from "../vision/image.js";
import { openApp } from "./app.js";
import { type Command, readCommandLine, requirePositional, UsageError } from "./command.js";
import { optionsHelp } from "./options-help.js";
import { EXIT, printJson, printText } from "./output.js";

const USAGE = `fovea screenshot FILE [--overwrite] [--json]: the screen as a PNG; - is standard output

  --overwrite   in place of a file that is there; a link is never followed`;

/** Saves the screen as a PNG of full size where the user says; `-` is standard output. */
export const screenshot: Command = async (call, signal) => {
  const { terminal, config, positionals, flags } = readCommandLine(
    call,
    { json: { type: "boolean" }, overwrite: { type: "boolean" }, help: { type: "boolean" } },
    1,
  );
  if (flags["help"]) {
    printText(terminal, `${USAGE}\n\n${optionsHelp()}`);
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
  if (file === "-") terminal.output.write(png);
  else await save(file, png, flags["overwrite"] === true);
  if (flags["json"]) printJson(terminal, { ...observation.screenshot, path: file });
  else if (file !== "-")
    printText(terminal, `${file}: ${frame.width}x${frame.height}${observation.screenshot?.black ? ", all black" : ""}`);
  return EXIT.done;
};

async function save(file: string, png: Uint8Array, isOver: boolean): Promise<void> {
  await writeFileAt(file, png, isOver).catch((cause: unknown) => {
    const isThere = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
    if (isThere) throw new UsageError(`${file} is there already: --overwrite writes in its place`);
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${file} cannot be written: ${why}`);
  });
}
