import { openDetectors } from "../app/open-detectors.js";
import { FoveaError } from "../base/errors.js";
import type { Size } from "../base/geometry.js";
import { parseHierarchy } from "../observe/parse/hierarchy.js";
import { decodeText } from "../observe/parse/text.js";
import { elementsOf } from "../screen/elements.js";
import type { ViewHierarchy } from "../screen/hierarchy.js";
import { assignRefs } from "../screen/identity.js";
import { renderOutline } from "../screen/outline.js";
import { fuse } from "../vision/fuse.js";
import { decodePicture } from "../vision/image.js";
import { poorTree } from "../vision/poor-tree.js";
import { detectAll } from "../vision/see.js";
import { withoutSecrets } from "../vision/without-secrets.js";
import { type Command, integerFlag, readCommandLine, textFlag, UsageError } from "./command.js";
import { reportedFailures, reportFailures, saveMarked } from "./observation-output.js";
import { EXIT, printJson, printText } from "./output.js";
import { readInput } from "./read-input.js";
import { requirePngName } from "./save-picture.js";

const USAGE = `fovea fuse --hierarchy XML --screenshot PNG [--api N] [--json|--outline] [--marks OUT.png]

One list of elements, from a uiautomator dump and from detections in a screenshot of the same moment; refs from e1.
  --api N           API level of the device: a password field's hint is known (26 and later)
  --outline         the text that a model would get (default)
  --json            elements, dropped detections with reasons, failures, why the hierarchy is poor (null: it is not)
  --marks OUT.png   the picture with the refs of what can be acted on
  --overwrite       replace an existing file

Exit codes: 0 done, also where a detector failed (reported), 2 usage, 3 no such dump or picture.`;

/** Fuses a hierarchy and a screenshot from files into one list of elements. */
export const fuseFiles: Command = async (call, signal) => {
  const text = { type: "string", multiple: false } as const;
  const flag = { type: "boolean", multiple: false } as const;
  const own = {
    hierarchy: text,
    screenshot: text,
    api: text,
    marks: text,
    json: flag,
    outline: flag,
    overwrite: flag,
    help: flag,
  };
  const { terminal, config, flags } = readCommandLine(call, own, 0);
  if (flags["help"]) {
    printText(terminal, USAGE);
    return EXIT.done;
  }
  if (flags["json"] && flags["outline"]) throw new UsageError("--json and --outline cannot both go to standard output");
  const file = (name: string) => {
    const given = textFlag(flags, name);
    if (given === undefined) throw new UsageError(`--${name} is missing`);
    return given;
  };
  const marks = textFlag(flags, "marks");
  if (marks !== undefined) requirePngName(marks);
  const frame = await decodePicture(await readInput(file("screenshot"), terminal));
  const hierarchy = parse(await readInput(file("hierarchy"), terminal), integerFlag(flags, "api") ?? null);
  requireOneScreen(hierarchy, frame);
  await using detectors = await openDetectors(config);
  const detected = await detectAll(detectors.detectors, frame, signal);
  reportFailures(terminal, detected, { asked: detectors.detectors.length, needsOne: false });
  const drafts = elementsOf(hierarchy, frame);
  const screenSize = { width: frame.width, height: frame.height };
  const detections = withoutSecrets(detected.detections, hierarchy);
  const fused = fuse({ elements: drafts, hierarchy, detections, frame, screenSize });
  const elements = assignRefs(fused.elements, hierarchy, null, refsFromOne());
  if (marks !== undefined) {
    const isOver = flags["overwrite"] === true;
    await saveMarked(frame, elements, { file: marks, isOver, isChosen: false });
  }
  if (flags["json"]) {
    const poor = poorTree(drafts, hierarchy, screenSize);
    printJson(terminal, { screenSize, elements, dropped: fused.dropped, failures: reportedFailures(detected), poor });
  } else printText(terminal, renderOutline({ elements, viewHierarchy: hierarchy }));
  return EXIT.done;
};

/** Errors: INVALID_ARGUMENT if the hierarchy and the screenshot do not belong to the same screen. */
function requireOneScreen(hierarchy: ViewHierarchy, picture: Size): void {
  const roots = hierarchy.windows.flatMap(({ root }) => (root === null ? [] : (hierarchy.nodes[root]?.bounds ?? [])));
  const width = Math.max(0, ...roots.map(({ right }) => right));
  const height = Math.max(0, ...roots.map(({ bottom }) => bottom));
  // A window that begins in the corner extends to at least one other edge; bars and dialogs do not cover the rest.
  const isSmaller =
    roots.some(({ left, top }) => left <= 0 && top <= 0) && width < picture.width && height < picture.height;
  if (width <= picture.width && height <= picture.height && !isSmaller) return;
  const sizes = `the hierarchy reaches to ${width}x${height}, and the picture is ${picture.width}x${picture.height}`;
  throw new FoveaError("INVALID_ARGUMENT", `${sizes}: they are not of one screen`);
}

/** Errors: NOT_THIS_FORMAT. */
function parse(bytes: Uint8Array, apiLevel: number | null): ViewHierarchy {
  try {
    const hierarchy = parseHierarchy(decodeText(bytes), apiLevel);
    if (hierarchy) return hierarchy;
  } catch (cause) {
    if (!(cause instanceof FoveaError)) throw cause;
    throw new FoveaError("NOT_THIS_FORMAT", `${cause.code}: ${cause.message}`, { hint: cause.hint, cause });
  }
  throw new FoveaError("NOT_THIS_FORMAT", "the hierarchy is not a uiautomator dump");
}

function refsFromOne(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `e${last}`;
  };
}
