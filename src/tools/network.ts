import * as z from "zod";
import { readNetwork, setNetwork } from "../actions/device/network.js";
import { statesAnswer, statesJson } from "../answers/states-answer.js";
import { deviceField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

const onOff = z.enum(["on", "off"]).optional();

export const network = defineTool({
  name: "network",
  title: "Network of the device",
  description: "Switch airplane mode, Wi-Fi, mobile data; without arguments, say what is on. Restored at the end.",
  group: "device",
  kind: "act",
  actsWith: ["airplane", "wifi", "data", "speed"],
  destructive: false,
  idempotent: true,
  deadlineMs: 58_000,
  example: { wifi: "off" },
  input: z.strictObject({
    device: deviceField,
    airplane: onOff
      .describe("from Android 9 on")
      .meta({ help: "Airplane mode, from Android 9 on; radios go off with it" }),
    wifi: onOff.meta({ help: "Wi-Fi" }),
    speed: z
      .enum(["gsm", "gprs", "edge", "umts", "lte", "full"])
      .optional()
      .describe("of an emulator")
      .meta({ help: "Network speed of an emulator; full is unlimited" }),
    data: onOff.describe("mobile").meta({ help: "Mobile data" }),
  }),
  run: async ({ device, airplane, wifi, data, speed }, context, signal) => {
    const session = await context.session(device, signal);
    const isRead = airplane === undefined && wifi === undefined && data === undefined && speed === undefined;
    return isRead
      ? { network: await readNetwork(session, signal) }
      : await setNetwork(session, { airplane, wifi, data, speed }, signal);
  },
  render: (data) => {
    if ("did" in data) return statesAnswer(data);
    return {
      text: Object.entries(data.network)
        .map(([name, value]) => `${name}: ${value}`)
        .join("\n"),
    };
  },
  toJson: (data) => ("did" in data ? statesJson(data) : data),
});
