import * as z from "zod";
import { ORIENTATIONS, setOrientation, shownOrientation } from "../actions/device/orientation.js";
import { statesAnswer, statesJson } from "../answers/states-answer.js";
import { observe } from "../observe/observe.js";
import { OBSERVE_TREE } from "../observe/observe-request.js";
import { deviceField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

export const orientation = defineTool({
  name: "orientation",
  title: "Turn the screen",
  description: "Turn the screen; without `to`, report its rotation.",
  group: "device",
  kind: "act",
  actsWith: ["to"],
  destructive: false,
  idempotent: true,
  deadlineMs: 58_000,
  example: { to: "portrait" },
  input: z.strictObject({
    device: deviceField,
    to: z
      .enum(ORIENTATIONS)
      .optional()
      .describe("auto: by the sensor")
      .meta({ help: "Which way; auto lets the sensor decide" }),
  }),
  run: async ({ device, to }, context, signal) => {
    const session = await context.session(device, signal);
    if (to !== undefined) return await setOrientation(session, to, signal);
    const { observation } = await observe(session, OBSERVE_TREE, signal);
    return shownOrientation(observation) ?? "unknown";
  },
  render: (data) => (typeof data === "string" ? { text: data } : statesAnswer(data)),
  toJson: (data) => (typeof data === "string" ? { orientation: data } : statesJson(data)),
});
