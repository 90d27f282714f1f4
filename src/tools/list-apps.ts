import * as z from "zod";
import { listApps as list } from "../actions/apps/apps.js";
import { type LabelledApps, labelledApps } from "../actions/apps/labelled-apps.js";
import { boundedLines } from "../answers/bounded-lines.js";
import { askPhone } from "../devices/phone.js";
import { readRecentApps } from "../devices/recent-apps.js";
import { cutLabel } from "../screen/label.js";
import { deviceField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

export const listApps = defineTool({
  name: "list_apps",
  title: "List apps",
  description: "Package ids and labels of installed apps.",
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
      .meta({ help: "Only ids and labels that contain this, e.g. chrome" }),
    recent: z
      .boolean()
      .optional()
      .describe("Last used first")
      .meta({ help: "Only apps used recently, the latest first" }),
    system: z.boolean().optional().describe("Also the device's").meta({ help: "Also apps that came with the device" }),
  }),
  run: async (args, context, signal) => {
    const session = await context.session(args.device, signal);
    const { packages } = args.recent
      ? { packages: await readRecentApps(await askPhone(session.device, signal), signal) }
      : await list(session, args.system ?? false, signal);
    return await labelledApps(session, packages, args.contains ?? "", signal);
  },
  render: ({ packages, labels, note }, args) => {
    const notes = note === null ? [] : [note];
    if (packages.length > 0) {
      const lines = packages.map((name) => lineOf(name, labels));
      return { text: [...notes, boundedLines(lines, "narrow it down with contains")].join("\n") };
    }
    return { text: [...notes, args.recent ? NOT_LATELY : args.system ? NONE : NONE_OF_USERS].join("\n") };
  },
  toJson: ({ packages, labels }) => ({ packages, labels: Object.fromEntries(labels) }),
});

const NOT_LATELY = "(no such app was used lately)";
const NONE = "(no such app)";
const NONE_OF_USERS = "(no such app; `system` also lists those that came with the device)";

function lineOf(name: string, labels: LabelledApps["labels"]): string {
  const label = labels.get(name);
  return label === undefined ? name : `${name} ${cutLabel(label, 80)}`;
}
