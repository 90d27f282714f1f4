import {
  type Command,
  integerFlag,
  readCommandLine,
  requireOneOf,
  requirePositional,
  textFlag,
  UsageError,
} from "./command.js";
import { EXIT, printText } from "./output.js";
import { exportFlow, exportTrace } from "./trace-export.js";
import { showPage } from "./trace-page.js";
import { show, stats, validate } from "./trace-readings.js";

const USAGE = `fovea trace validate|show|stats|export PATH

Reads a trace: the recorded folder (or its parent, if it holds just one), a .fovea file, or a file of steps
(JSON Lines) of the interaction protocol 0.1.
  validate                 lists the problems: file, line, path and reason
  show                     prints the story, step by step
  show --html OUT.html     writes it as one page with the screenshots, for a browser
  stats                    counts
  export PATH [OUT.fovea]  packs it into one file
  export PATH --flow OUT.yaml
                           writes the actions as a flow for fovea run
  --json                   for programs: problems, steps as lines, counts
  --last N                 of show: only the last N steps
  --overwrite              replace an existing file

Exit codes: 0 valid, 1 not valid or unreadable, 2 usage.`;

const FLAGS = {
  json: { type: "boolean", multiple: false },
  html: { type: "string", multiple: false },
  flow: { type: "string", multiple: false },
  last: { type: "string", multiple: false },
  overwrite: { type: "boolean", multiple: false },
  help: { type: "boolean", multiple: false },
} as const;

const READINGS = { validate, show, stats } as const;

/** Reads traces; needs no device. */
export const trace: Command = async (call, signal) => {
  const { terminal, positionals, flags } = readCommandLine(call, FLAGS, 3);
  if (flags["help"]) {
    printText(terminal, USAGE);
    return EXIT.done;
  }
  const name = requireOneOf(positionals, 0, ["validate", "show", "stats", "export"]);
  const isOver = flags["overwrite"] === true;
  if (name === "export") {
    const path = requirePositional(positionals, 1, "the path of the trace");
    const flow = textFlag(flags, "flow");
    if (flow === undefined) await exportTrace(path, { terminal, out: positionals[2], isOver, signal });
    else if (positionals[2] === undefined) await exportFlow(path, flow, { terminal, isOver, signal });
    else throw new UsageError("give either OUT.fovea or --flow OUT.yaml");
    return EXIT.done;
  }
  if (flags["flow"] !== undefined) throw new UsageError("--flow belongs to export");
  const reading = READINGS[name];
  const path = requirePositional(positionals, 1, "the path of the trace");
  if (positionals[2] !== undefined) throw new UsageError(`"${positionals[2]}" is one word too many`);
  const [html, last] = [textFlag(flags, "html"), integerFlag(flags, "last")];
  if (name !== "show" && (html ?? last) !== undefined) throw new UsageError("--html and --last belong to show");
  const asked = { terminal, isJson: flags["json"] === true, signal, last };
  const found = html === undefined ? await reading(path, asked) : await showPage(path, { ...asked, html, isOver });
  return found.problems.length === 0 ? EXIT.done : EXIT.failed;
};
