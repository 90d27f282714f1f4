import { FoveaError } from "../base/errors.js";
import { renderOutline } from "../screen/outline.js";
import {
  type Command,
  integerFlag,
  noneOf,
  readCommandLine,
  requirePositional,
  textFlag,
  UsageError,
} from "./command.js";
import { EXIT, printJson, printText } from "./output.js";
import { KINDS, type Kind, type ParseHints, parseKinds } from "./parse-kinds.js";
import { readInput } from "./read-input.js";

const USAGE = `fovea parse KIND[,KIND] FILE|- [--api N] [--package ID] [--outline]

Prints what Fovea reads in a dump, as JSON with the field names of an observation. Null means "not in this text";
errors[] says why.
KIND: ${KINDS.join(", ")}
  --api N       API level of the device. Needed for the hint of a password field (26 and later), and for bars that follow
                from the apps' bounds (up to 34); the formats are recognised without it
  --package ID  for gfxinfo: the app whose figures come first
  --outline     for hierarchy: the text that a model would get, refs from e1

Exit codes: 0 read, 2 usage, 3 not this format (or a broken one).`;

/** Runs the parsers on a file. */
export const parse: Command = async (call) => {
  const own = {
    api: { type: "string", multiple: false },
    package: { type: "string", multiple: false },
    outline: { type: "boolean", multiple: false },
    json: { type: "boolean", multiple: false },
    help: { type: "boolean", multiple: false },
  } as const;
  const { terminal, positionals, flags } = readCommandLine(call, own, 2);
  if (flags["help"]) {
    printText(terminal, USAGE);
    return EXIT.done;
  }
  const kinds = readKinds(requirePositional(positionals, 0, "the kind"));
  const bytes = await readInput(requirePositional(positionals, 1, "the file"), terminal);
  const hints = { apiLevel: integerFlag(flags, "api"), packageName: textFlag(flags, "package") };
  const facts = await readFacts(kinds, bytes, hints);
  if (flags["outline"]) {
    if (!facts.elements) throw new UsageError("--outline goes with the kind hierarchy");
    printText(terminal, renderOutline({ elements: facts.elements, viewHierarchy: facts.viewHierarchy ?? null }));
  } else {
    printJson(terminal, facts);
  }
  return EXIT.done;
};

/** Every failure of a parser becomes NOT_THIS_FORMAT, because the input is wrong. */
async function readFacts(kinds: readonly Kind[], bytes: Uint8Array, hints: ParseHints) {
  try {
    return await parseKinds(kinds, bytes, hints);
  } catch (cause) {
    if (!(cause instanceof FoveaError) || cause.code === "NOT_THIS_FORMAT") throw cause;
    throw new FoveaError("NOT_THIS_FORMAT", `${cause.code}: ${cause.message}`, { hint: cause.hint, cause });
  }
}

function readKinds(text: string): readonly Kind[] {
  return text.split(",").map((name) => {
    const kind = KINDS.find((one) => one === name.trim());
    if (!kind) throw noneOf(name.trim(), KINDS);
    return kind;
  });
}
