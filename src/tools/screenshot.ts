import * as z from "zod";
import { FoveaError } from "../base/errors.js";
import { observe as look, OBSERVE_PICTURE } from "../observe/observe.js";
import { encodeForModel, encodePng, MODEL_IMAGE_LIMITS } from "../vision/image.js";
import { deviceField } from "./fields.js";
import { pictureNote } from "./picture-note.js";
import { requireFileName, saveNew } from "./save-new.js";
import { defineTool } from "./tool.js";

export const screenshot = defineTool({
  name: "screenshot",
  title: "Take a screenshot",
  description: "A picture of the screen. observe is cheaper and says more; use this for what only pixels show.",
  kind: "read",
  destructive: false,
  idempotent: true,
  deadlineMs: 40_000,
  input: z.strictObject({
    device: deviceField,
    max_side: z.number().int().min(64).max(1568).optional().describe("Longest side in pixels, default 1568"),
    save_as: z.string().max(200).optional().describe("Also save it in full size in the output folder, e.g. home.png"),
  }),
  run: async (args, context, signal) => {
    const name = args.save_as === undefined ? null : requireFileName(args.save_as, "png");
    const session = await context.session(args.device, signal);
    const { observation, frame } = await look(session, OBSERVE_PICTURE, signal);
    if (!frame) {
      const why = observation.errors.find((error) => error.probe === "screenshot");
      const isOff = observation.power?.interactive === false;
      const code = isOff ? "SCREEN_OFF" : (why?.code ?? "SCREENSHOT_FAILED");
      const message = `${isOff ? "the screen is off: " : ""}${why?.message ?? "no screenshot"}`;
      throw new FoveaError(code, message, { device: session.device.serial });
    }
    const limits = { ...MODEL_IMAGE_LIMITS, longestSide: args.max_side ?? MODEL_IMAGE_LIMITS.longestSide };
    const image = await encodeForModel(frame, limits);
    const path = name === null ? null : await saveNew(context.config.outputDir, name, await encodePng(frame));
    return { observation, image, path };
  },
  render: ({ observation, image, path }) => {
    const isOff = observation.power?.interactive === false;
    const isBlack = observation.screenshot?.black === true;
    const why = isOff ? "the screen is off" : "a secure window, or protected video";
    const black = isBlack ? `! everything but the system bars is black: ${why}\n` : "";
    const saved = path === null ? "" : `\nsaved as ${path}`;
    return { text: `${black}${pictureNote(image, observation.screenSize)}${saved}`, image };
  },
  toJson: ({ observation, path }) => ({ ...observation.screenshot, path }),
});
