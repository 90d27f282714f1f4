import * as z from "zod";
import { factLine, readDisplay, setDisplay } from "../actions/device/display.js";
import { restoreAll } from "../actions/device/set-back.js";
import { setBackText, statesAnswer, statesJson } from "../answers/states-answer.js";
import { FoveaError } from "../base/errors.js";
import { deviceField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

const onOff = z.enum(["on", "off"]).optional();

const input = z.strictObject({
  device: deviceField,
  size: z
    .string()
    .regex(/^\d{2,5}x\d{2,5}$/, "it has to be width and height in pixels, as 1080x1920")
    .optional()
    .describe("e.g. 1080x1920")
    .meta({ help: "In pixels of the unrotated screen, e.g. 1080x1920" }),
  density: z.int().min(72).max(1_000).optional().describe("dpi"),
  font_percent: z
    .int()
    .min(50)
    .max(300)
    .optional()
    .describe("size of fonts")
    .meta({ help: "Size of fonts; 100 is the default" }),
  dark: onOff.describe("dark theme"),
  animations: onOff.describe("of windows").meta({ help: "Animations of windows and transitions" }),
  stay_awake: onOff.describe("while plugged in").meta({ help: "The screen stays on while the device is plugged in" }),
  time_zone: z.string().max(100).optional().describe("e.g. Europe/Berlin"),
  locale: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("of `package`, e.g. de-DE")
    .meta({ help: "Languages of the app `package`, e.g. de-DE or zh-Hant-TW,en; default: those of the system" }),
  package: z.string().optional().describe("app for `locale`"),
  set_back: z
    .boolean()
    .optional()
    .describe("all as it was")
    .meta({ help: "Restore everything that was changed on the device" }),
});

export const display = defineTool({
  name: "display",
  title: "Change the display",
  description:
    "Change size, density, fonts, theme, animations, time zone, an app's language; without arguments, list them. Restored at the end.",
  group: "device",
  kind: "act",
  actsWith: ["size", "density", "font_percent", "dark", "animations", "stay_awake", "time_zone", "locale", "set_back"],
  destructive: false,
  idempotent: true,
  deadlineMs: 58_000,
  example: { dark: "on" },
  input,
  run: async (args, context, signal) => {
    const request = requestOf(args);
    const isAny = Object.entries(request).some(([name, value]) => value !== undefined && name !== "package");
    if (args.set_back === true && (isAny || args.package !== undefined))
      throw new FoveaError("INVALID_ARGUMENT", "give either `set_back` or what to change");
    const session = await context.session(args.device, signal);
    if (args.set_back === true) return { kind: "setBack" as const, changes: await restoreAll(session, signal) };
    if (isAny) return { kind: "changed" as const, result: await setDisplay(session, request, signal) };
    return { kind: "read" as const, facts: await readDisplay(session, args.package, signal) };
  },
  render: (data) => {
    if (data.kind === "read") return { text: data.facts.map(factLine).join("\n") };
    return data.kind === "setBack" ? { text: setBackText(data.changes) } : statesAnswer(data.result);
  },
  toJson: (data) => {
    if (data.kind === "read") return { display: data.facts };
    return data.kind === "setBack" ? { changes: data.changes } : statesJson(data.result);
  },
});

function requestOf(args: z.output<typeof input>) {
  const isOn = (word: "on" | "off" | undefined) => (word === undefined ? undefined : word === "on");
  return {
    size: args.size,
    density: args.density,
    fontPercent: args.font_percent,
    dark: isOn(args.dark),
    animations: isOn(args.animations),
    stayAwake: isOn(args.stay_awake),
    timeZone: args.time_zone,
    locale: args.locale,
    package: args.package,
  };
}
