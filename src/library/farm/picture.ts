import * as z from "zod";
import { screenPicture } from "../../observe/screen-picture.js";
import { deviceField } from "../../tool-contract/fields.js";
import { defineTool } from "../../tool-contract/tool.js";
import { encodePng } from "../../vision/image.js";

/** The screen in full size as a PNG, for a program on another host. Errors: those of taking a screenshot. */
export const farmPicture = defineTool({
  name: "farm_picture",
  title: "Take a picture",
  description: "The screen in its own pixels.",
  kind: "read",
  destructive: false,
  idempotent: true,
  deadlineMs: 40_000,
  input: z.strictObject({ device: deviceField }),
  run: async ({ device }, context, signal) => {
    const { frame } = await screenPicture(await context.session(device, signal), false, signal);
    return { png: await encodePng(frame), width: frame.width, height: frame.height };
  },
  render: ({ width, height }) => ({ text: `${width}x${height}` }),
  toJson: ({ width, height }) => ({ width, height }),
});
