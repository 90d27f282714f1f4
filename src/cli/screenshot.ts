import { type MarkedScreen, markedScreen } from "../answers/marked-screen.js";
import { legendLines } from "../answers/marked-text.js";
import { isOfOtherDisplay, otherDisplayNote } from "../answers/picture-note.js";
import { openFovea } from "../app/open-app.js";
import { FoveaError } from "../base/errors.js";
import { observe } from "../observe/observe.js";
import { OBSERVE_PICTURE } from "../observe/observe-request.js";
import type { UiElement } from "../screen/element.js";
import { type ServerParts, toolContext } from "../server/tool-context.js";
import { type MarkOptions, needsElements } from "../tool-contract/mark-options.js";
import { encodePng } from "../vision/image.js";
import { fullSize, markedPng } from "../vision/marks.js";
import { type Command, readCommandLine, requirePositional, UsageError } from "./command.js";
import { MARK_FLAGS, MARK_USAGE, markOptionsOf } from "./mark-flags.js";
import { EXIT, printJson, printText } from "./output.js";
import { requirePngName, savePictureAt } from "./save-picture.js";

const BOOLEAN = { type: "boolean" } as const;

const USAGE = `fovea screenshot FILE [--marks] [--overwrite] [--json]: the screen as a PNG; - is standard output

  --overwrite   replace an existing file; a link is never followed
  --marks       draw the refs on it, and print a line for each
${MARK_USAGE}`;

/** Saves the screen as a PNG of full size at the user's path; `-` is standard output. */
export const screenshot: Command = async (call, signal) => {
  const { terminal, config, positionals, flags } = readCommandLine(
    call,
    { ...MARK_FLAGS, marks: BOOLEAN, json: BOOLEAN, overwrite: BOOLEAN, help: BOOLEAN },
    1,
  );
  if (flags["help"]) {
    printText(terminal, USAGE);
    return EXIT.done;
  }
  const file = requirePositional(positionals, 0, "the file to write");
  if (file === "-" && flags["json"]) throw new UsageError("--json and the picture cannot both go to standard output");
  if (file !== "-") requirePngName(file);
  const preference = markOptionsOf(flags);
  await using app = await openFovea(config, preference ? { keepsScreens: true, program: "fovea screenshot" } : {});
  const called = { tool: "screenshot", kind: "read", inputs: { save_as: file } };
  const taken = async () => await take(app, preference, signal);
  const { session, observation, frame } = await app.recorder.call(called, taken, () => ({ text: "" }));
  const isOffered = ({ systemBar }: UiElement) => !systemBar;
  const marked = preference && (await markedScreen(session, { observation, frame }, { preference, isOffered }, signal));
  const png = await (marked ? markedPng(frame, marked.layout) : encodePng(frame));
  if (file === "-") terminal.output.write(png);
  else await savePictureAt(file, png, flags["overwrite"] === true);
  const { width, height } = marked ? fullSize(marked.layout) : frame;
  const refs = marked ? { marks: marked.layout.drawn.map(({ ref }) => ref) } : {};
  const elsewhere = isOfOtherDisplay(observation) ? otherDisplayNote(observation) : null;
  if (flags["json"])
    printJson(terminal, {
      ...observation.screenshot,
      ...refs,
      ...(elsewhere !== null && { note: elsewhere }),
      path: file,
    });
  else if (file !== "-") {
    const size = `${file}: ${width}x${height}${partOf(marked)}${observation.screenshot?.black ? ", all black" : ""}`;
    const notes = elsewhere === null ? [] : [`! ${elsewhere}`];
    printText(terminal, [size, ...notes, ...(marked ? legendLines(marked, observation) : [])].join("\n"));
  }
  return EXIT.done;
};

/** Takes the screenshot. Errors: those of the device; SCREENSHOT_FAILED. */
async function take(app: ServerParts, preference: MarkOptions | null, signal: AbortSignal) {
  const session = await toolContext(app, () => {}).session(undefined, signal);
  const request = { ...OBSERVE_PICTURE, hierarchy: preference !== null && needsElements(preference) };
  const { observation, frame } = await observe(session, request, signal);
  if (frame) return { session, observation, frame };
  const why = observation.errors.find((error) => error.probe === "screenshot");
  throw new FoveaError(why?.code ?? "SCREENSHOT_FAILED", why?.message ?? "no screenshot");
}

function partOf(marked: MarkedScreen | null): string {
  if (!marked?.part) return "";
  const { left, top, right, bottom } = marked.part;
  return `, the part ${left},${top},${right},${bottom} of the screen`;
}
