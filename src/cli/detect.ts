import { openDetectors } from "../app/open-detectors.js";
import { FIRST_SEEN, type UiElement } from "../screen/element.js";
import { cutLabel } from "../screen/label.js";
import type { Detection } from "../vision/detection.js";
import { roleOfKind } from "../vision/fuse/weave.js";
import { decodePicture } from "../vision/image.js";
import { detectAll } from "../vision/see.js";
import { type Command, readCommandLine, requirePositional, textFlag, UsageError } from "./command.js";
import { reportedFailures, reportFailures, saveMarked } from "./observation-output.js";
import { EXIT, printJson, printText } from "./output.js";
import { readInput } from "./read-input.js";
import { requirePngName } from "./save-picture.js";

const USAGE = `fovea detect IMAGE|- [--detector NAME] [--ocr tesseract] [--json] [--marks OUT.png]

The detections in a PNG, JPEG or WebP image of a screen, one line each: kind, confidence, place, words, guess.
  --json            the same as JSON, with the failures
  --marks OUT.png   the image with a numbered frame around each; the n-th line is e<n>
  --overwrite       replace an existing file

Exit codes: 0 done, 1 every detector failed, 2 usage, 3 not an image.`;

/** Prints what the configured detectors find in an image file. */
export const detect: Command = async (call, signal) => {
  const own = {
    json: { type: "boolean" },
    marks: { type: "string" },
    overwrite: { type: "boolean" },
    help: { type: "boolean" },
  } as const;
  const { terminal, config, positionals, flags } = readCommandLine(call, own, 1);
  if (flags["help"]) {
    printText(terminal, USAGE);
    return EXIT.done;
  }
  const marks = textFlag(flags, "marks");
  if (marks !== undefined) requirePngName(marks);
  const frame = await decodePicture(await readInput(requirePositional(positionals, 0, "the picture"), terminal));
  await using detectors = await openDetectors(config);
  if (detectors.detectors.length === 0) throw new UsageError("no detector is on: name one with --detector or --ocr");
  const detected = await detectAll(detectors.detectors, frame, signal);
  const { detections } = detected;
  reportFailures(terminal, detected, { asked: detectors.detectors.length, needsOne: true });
  if (marks !== undefined) {
    const isOver = flags["overwrite"] === true;
    await saveMarked(frame, detections.map(asElement), { file: marks, isOver, isChosen: true });
  }
  if (flags["json"]) {
    printJson(terminal, { width: frame.width, height: frame.height, detections, failures: reportedFailures(detected) });
  } else printText(terminal, linesOf(detections));
  return EXIT.done;
};

function linesOf(detections: readonly Detection[]): string {
  return detections.length === 0 ? "(nothing seen)" : detections.map(lineOf).join("\n");
}

const LONGEST_WORDS = 200;

function lineOf({ kind, confidence, bounds, text, guess, source }: Detection): string {
  const words = [kind, confidence === null ? "?" : confidence.toFixed(2)];
  words.push(`[${bounds.left},${bounds.top}][${bounds.right},${bounds.bottom}]`);
  if (text !== null) words.push(cutLabel(text, LONGEST_WORDS));
  if (guess) words.push(`? ${cutLabel(guess.name, LONGEST_WORDS)} ${guess.confidence.toFixed(2)}`);
  if (source === "ocr") words.push("(read)");
  return words.join(" ");
}

/** An element for the mark; its ref is its place among the lines, from e1. */
function asElement({ kind, bounds, text, confidence, source }: Detection, place: number): UiElement {
  const unknown = { enabled: null, checked: null, expanded: null, selected: null, focused: null, password: null };
  const nothing = {
    node: null,
    parent: null,
    value: null,
    error: null,
    className: null,
    package: null,
    scrollable: null,
  };
  return {
    ...unknown,
    ...nothing,
    ...FIRST_SEEN,
    ref: `e${place + 1}`,
    window: 0,
    role: roleOfKind(kind),
    labels: text === null ? [] : [text],
    resourceId: null,
    bounds,
    fingerprint: null,
    actions: [],
    systemBar: false,
    sources: [source],
    confidence,
  };
}
