import * as z from "zod";
import { listApps as list } from "../actions/apps/apps.js";
import { boundedLines } from "../answers/bounded-lines.js";
import { deviceField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

export const listApps = defineTool({
  name: "list_apps",
  title: "List apps",
  description: "Package ids of installed apps.",
  kind: "read",
  destructive: false,
  idempotent: true,
  deadlineMs: 30_000,
  example: { contains: "fovea", system: true },
  input: z.strictObject({
    device: deviceField,
    contains: z
      .string()
      .max(100)
      .optional()
      .describe("e.g. chrome")
      .meta({ help: "Only ids with this in them, e.g. chrome" }),
    system: z.boolean().optional().describe("Also the device's").meta({ help: "Also apps that came with the device" }),
  }),
  run: async (args, context, signal) => {
    const session = await context.session(args.device, signal);
    const wanted = (args.contains ?? "").toLowerCase();
    const { packages } = await list(session, args.system ?? false, signal);
    return packages.filter((name) => name.toLowerCase().includes(wanted));
  },
  render: (packages, args) => {
    if (packages.length > 0) return { text: boundedLines(packages, "narrow it down with contains") };
    return {
      text: args.system ? "(no such app)" : "(no such app; `system` also lists those that came with the device)",
    };
  },
  toJson: (packages) => ({ packages }),
});
