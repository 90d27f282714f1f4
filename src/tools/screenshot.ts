import * as z from "zod";
import { markedText } from "../answers/marked-text.js";
import { modelPicture, picturePreference, sizeField } from "../answers/model-picture.js";
import { isOfOtherDisplay, otherDisplayNote, pictureNote } from "../answers/picture-note.js";
import { requireFileName, saveNew } from "../answers/save-new.js";
import { FoveaError } from "../base/errors.js";
import { screenPicture, sizedScreenPicture } from "../observe/screen-picture.js";
import type { UiElement } from "../screen/element.js";
import type { Session } from "../session/session.js";
import { deviceField } from "../tool-contract/fields.js";
import { markFields, markOptions, needsElements } from "../tool-contract/mark-options.js";
import { defineTool } from "../tool-contract/tool.js";
import { encodePng } from "../vision/image.js";
import { markedPng } from "../vision/marks.js";
import { pictureSizeOf } from "../vision/picture-size.js";

export const screenshot = defineTool({
  name: "screenshot",
  title: "Take a screenshot",
  description: "A screenshot; observe is cheaper and says more.",
  kind: "read",
  destructive: false,
  idempotent: true,
  deadlineMs: 40_000,
  example: { save_as: "shot.png" },
  input: z.strictObject({
    device: deviceField,
    size: sizeField,
    ...markFields,
    earlier: z
      .boolean()
      .optional()
      .describe("The last again")
      .meta({ help: "The screenshot that you got last; no new one is taken" }),
    save_as: z
      .string()
      .max(200)
      .optional()
      .describe("e.g. home.png")
      .meta({ help: "Also save it in full size in the output folder, e.g. home.png" }),
  }),
  run: async (args, context, signal) => {
    const name = args.save_as === undefined ? null : requireFileName(args.save_as, "png");
    const preference = markOptions(args);
    const size = pictureSizeOf(args.size);
    const session = await context.session(args.device, signal);
    if (args.earlier === true) return earlier(session, Object.keys(args));
    const hierarchy = preference !== null && needsElements(preference);
    const picture = name === null ? picturePreference(session, size, preference) : null;
    const seen = await (picture
      ? sizedScreenPicture(session, { hierarchy, picture }, signal)
      : screenPicture(session, hierarchy, signal));
    const { observation, frame } = seen;
    const isOffered = ({ systemBar }: UiElement) => !systemBar;
    const lastScreenshotSent = await modelPicture(session, seen, { size, preference, isOffered }, signal);
    if (!lastScreenshotSent) throw new FoveaError("INTERNAL", "an observation with a screenshot has none");
    const { image, marked } = lastScreenshotSent;
    const said = marked ? markedText(marked, observation, "") : pictureNote(image, observation);
    session.lastScreenshotSent.note({ image, said, observationId: observation.observationId });
    const whole = async () => frame && (await (marked ? markedPng(frame, marked.layout) : encodePng(frame)));
    const png = name === null ? null : await whole();
    const path = name === null || png === null ? null : await saveNew(context.config.outputDir, name, png);
    return { observation, image, said, marked, path };
  },
  render: (taken) => {
    if ("ageMs" in taken)
      return { text: `the picture of ${seconds(taken.ageMs)} ago\n${taken.said}`, image: taken.image };
    const { observation, image, said, path } = taken;
    const isOff = observation.power?.interactive === false;
    const isBlack = observation.screenshot?.black === true;
    const why = isOff ? "the screen is off" : "a secure window, or protected video";
    const black = isBlack ? `! everything but the system bars is black: ${why}\n` : "";
    const saved = path === null ? "" : `\nsaved as ${path}`;
    return { text: `${black}${said}${saved}`, image };
  },
  toJson: (taken) => {
    if ("ageMs" in taken) return { observationId: taken.observationId, ageMs: taken.ageMs };
    const { observation, image, marked, path } = taken;
    return {
      ...(observation.screenshot ?? { width: image.width, height: image.height, black: false }),
      ...(isOfOtherDisplay(observation) && { note: otherDisplayNote(observation) }),
      ...(marked && { marks: marked.layout.drawn.map(({ ref }) => ref) }),
      path,
    };
  },
});

/**
 * The last picture that was given, with its age. Errors: INVALID_ARGUMENT if there is none, or if other arguments
 * request a new picture.
 */
function earlier(session: Session, lastScreenshotSent: readonly string[]) {
  const others = lastScreenshotSent.filter((name) => name !== "earlier" && name !== "device");
  if (others.length > 0)
    throw new FoveaError("INVALID_ARGUMENT", `earlier returns a screenshot as it was, without ${others.join(", ")}`);
  const { picture } = session.lastScreenshotSent;
  if (picture) return { ...picture, ageMs: Math.round(performance.now() - picture.at) };
  throw new FoveaError("INVALID_ARGUMENT", `no picture of ${session.device.serial} was given before`, {
    hint: "Take one: screenshot without earlier.",
  });
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
