import * as z from "zod";
import { touchSensor } from "../actions/device/biometrics.js";
import { unseenAnswer } from "../answers/unseen-answer.js";
import { deviceField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

export const biometrics = defineTool({
  name: "biometrics",
  title: "Fingerprint of an emulator",
  description: "Lay a finger on the sensor of an emulator; real devices are refused.",
  group: "device",
  kind: "act",
  destructive: true,
  idempotent: false,
  deadlineMs: 30_000,
  example: { finger: 1 },
  input: z.strictObject({
    device: deviceField,
    finger: z
      .int()
      .min(1)
      .max(10)
      .optional()
      .describe("default 1")
      .meta({ help: "Number of the enrolled finger; an unknown number is refused. Default 1" }),
  }),
  run: async ({ device, finger }, context, signal) =>
    await touchSensor(await context.session(device, signal), finger ?? 1, signal),
  render: unseenAnswer,
  toJson: (data) => data,
});
