import { FoveaError } from "../base/errors.js";
import type { Observation } from "../screen/observation.js";
import { isReadable } from "../screen/readable.js";
import { screenStateOf } from "../screen/screen-state.js";
import { observe as observeTool } from "../tools/observe.js";
import { type Command, readCommandLine, textFlag, UsageError } from "./command.js";
import { MARK_FLAGS, MARK_USAGE, markArguments } from "./mark-flags.js";
import { EXIT, printJson, printText } from "./output.js";
import { savePictureAt } from "./save-picture.js";
import { callOnce, fieldsOf, toolFlags, usage } from "./tool-command.js";

const FLAGS = {
  ...MARK_FLAGS,
  marks: { type: "string" },
  overwrite: { type: "boolean" },
  format: { type: "string" },
} as const;

const PICTURES = `
  --marks FILE.jpg  Also the screenshot with marks, as a model gets it; \`fovea screenshot FILE --marks\` gives it in full size
  --overwrite  Replace an existing file
${MARK_USAGE}
  --format omni  With --json, as type, content, bounds and confidence of each element (docs/screen-state.schema.json)`;

/** Flags that shorten the text; data is always complete. */
const TEXT_FLAGS = ["within", "max-chars"] as const;

/** Prints the tool's text or data; `--marks` writes its screenshot to a file. */
export const observe: Command = async (call, signal) => {
  const line = readCommandLine(call, { ...toolFlags(observeTool), ...FLAGS }, 0);
  const { terminal, flags } = line;
  if (flags["help"]) {
    printText(terminal, usage(observeTool, "observe", [], PICTURES));
    return EXIT.done;
  }
  const format = textFlag(flags, "format");
  if (format !== undefined && (format !== "omni" || flags["json"] !== true))
    throw new UsageError("--format has to be omni, and goes with --json");
  const ofText = TEXT_FLAGS.find((name) => flags[name] !== undefined);
  if (flags["json"] === true && ofText !== undefined)
    throw new UsageError(`--${ofText} shortens the text: --json has every element, with all that is known of it`);
  const file = textFlag(flags, "marks");
  const requested = markArguments(flags);
  if (file === undefined && Object.keys(requested).length > 0)
    throw new UsageError(`--${Object.keys(requested)[0]} needs a screenshot: also give --marks FILE.jpg`);
  if (file !== undefined && !/\.jpe?g$/i.test(file))
    throw new UsageError("--marks writes a JPEG: its name has to end in .jpg");
  const marks = file === undefined ? {} : { ...requested, marks: true };
  // The reader of one command's output may not have seen that of an earlier command.
  const fields = { ...fieldsOf(observeTool, line, []), ...marks, full: true };
  const outcome = await callOnce(observeTool, line, fields, signal);
  const { image } = outcome.answer;
  if (file !== undefined && image) await savePictureAt(file, image.bytes, flags["overwrite"] === true);
  if (format === "omni") printJson(terminal, screenStateOf(requireRead(outcome.data.observation)));
  else if (flags["json"]) printJson(terminal, outcome.toJson());
  else printText(terminal, outcome.answer.text);
  return EXIT.done;
};

/**
 * The format with three fields cannot report a failure: an empty list would mean an empty screen. Errors: why nothing
 * was read.
 */
function requireRead(observation: Observation): Observation {
  if (isReadable(observation)) return observation;
  const why = observation.errors.find(({ probe }) => probe === "hierarchy");
  const message = `the elements of the screen cannot be read: ${why?.message ?? "no hierarchy"}`;
  throw new FoveaError(why?.code ?? "HIERARCHY_UNAVAILABLE", message, { device: observation.device.serial });
}
