import { mkdir, realpath, writeFile } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import * as z from "zod";
import { FoveaError } from "../base/errors.js";
import { observe as look } from "../observe/observe.js";
import { encodeForModel, encodePng, MODEL_IMAGE_LIMITS } from "../vision/image.js";
import { deviceField } from "./fields.js";
import { pictureNote } from "./picture-note.js";
import { defineTool } from "./tool.js";

const input = z.strictObject({
  device: deviceField,
  max_side: z.number().int().min(64).max(1568).optional().describe("Longest side in pixels, default 1568"),
  save_as: z
    .string()
    .regex(/^[\w][\w.-]{0,99}\.png$/)
    .optional()
    .describe("Also save it in full size in the output folder, e.g. home.png"),
});

/**
 * Writes into the output folder and nowhere else: no folders in the name, no link followed out of it, nothing
 * overwritten. Errors: PATH_NOT_ALLOWED.
 */
async function save(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  await mkdir(folder, { recursive: true });
  const root = await realpath(folder);
  const path = resolve(root, name);
  if (!path.startsWith(root + sep)) throw new FoveaError("PATH_NOT_ALLOWED", `${name} is not a file in ${root}`);
  try {
    await writeFile(join(root, name), bytes, { flag: "wx" });
  } catch (cause) {
    throw new FoveaError("PATH_NOT_ALLOWED", `${path} cannot be written (it may exist already)`, { cause });
  }
  return path;
}

export const screenshot = defineTool({
  name: "screenshot",
  title: "Take a screenshot",
  description: "A picture of the screen. observe is cheaper and says more; use this for what only pixels show.",
  kind: "read",
  destructive: false,
  idempotent: true,
  deadlineMs: 40_000,
  input,
  run: async (args, context, signal) => {
    const session = await context.session(args.device, signal);
    const { observation, frame } = await look(
      session,
      { hierarchy: false, screenshot: true, frameStats: "off" },
      signal,
    );
    if (!frame) {
      const why = observation.errors.find((error) => error.probe === "screenshot");
      throw new FoveaError(why?.code ?? "SCREENSHOT_FAILED", why?.message ?? "no screenshot", {
        device: session.device.serial,
      });
    }
    const image = await encodeForModel(frame, {
      ...MODEL_IMAGE_LIMITS,
      longestSide: args.max_side ?? MODEL_IMAGE_LIMITS.longestSide,
    });
    const path = args.save_as ? await save(context.config.outputDir, args.save_as, await encodePng(frame)) : null;
    return { observation, image, path };
  },
  render: ({ observation, image, path }) => {
    const black =
      observation.screenshot?.black === true
        ? "! every pixel is black: a secure window, protected video, or the screen is off\n"
        : "";
    const saved = path === null ? "" : `\nsaved as ${path}`;
    return { text: `${black}${pictureNote(image, observation.screenSize)}${saved}`, image };
  },
  toJson: ({ observation, path }) => ({ ...observation.screenshot, path }),
});
