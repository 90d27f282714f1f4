import * as z from "zod";
import { valueWords } from "../actions/device/change-states.js";
import { putSetting, readSetting } from "../actions/device/settings.js";
import { statesAnswer, statesJson } from "../answers/states-answer.js";
import { FoveaError } from "../base/errors.js";
import { deviceField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

export const settings = defineTool({
  name: "settings",
  title: "Read or change a setting",
  description: "Read or change one of the settings that are allowed. Restored at the end.",
  group: "device",
  kind: "act",
  actsWith: ["value", "unset"],
  destructive: false,
  idempotent: true,
  deadlineMs: 58_000,
  example: { name: "system/screen_brightness", value: "120" },
  input: z.strictObject({
    device: deviceField,
    name: z
      .string()
      .max(120)
      .describe("e.g. system/screen_brightness")
      .meta({ help: "Namespace and key, e.g. system/screen_brightness" }),
    value: z.string().max(1_000).optional().describe("e.g. 120").meta({ help: "New value; absent to read it" }),
    unset: z.boolean().optional().describe("take it away").meta({ help: "Remove it, so that the default applies" }),
  }),
  run: async ({ device, name, value, unset }, context, signal) => {
    if (value !== undefined && unset === true)
      throw new FoveaError("INVALID_ARGUMENT", "give either `value` or `unset`");
    const session = await context.session(device, signal);
    const allowed = context.config.allowSettings;
    const isRead = value === undefined && unset !== true;
    if (isRead) return { name, value: await readSetting(session, { name, allowed }, signal) };
    return await putSetting(session, { name, value: value ?? null, allowed }, signal);
  },
  render: (data) => ("did" in data ? statesAnswer(data) : { text: `${data.name}: ${valueWords(data.value)}` }),
  toJson: (data) => ("did" in data ? statesJson(data) : data),
});
