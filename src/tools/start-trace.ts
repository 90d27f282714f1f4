import { join } from "node:path";
import * as z from "zod";
import { isDeviceName } from "../base/device-names.js";
import { FoveaError } from "../base/errors.js";
import { requireWritable } from "../recorder/writable-folder.js";
import { defineTool } from "../tool-contract/tool.js";

export const startTrace = defineTool({
  name: "start_trace",
  title: "Record a trace",
  description: "Record what is seen and done from now on, of all devices, until stop_trace.",
  kind: "read",
  askedBy: "traceTools",
  destructive: false,
  idempotent: false,
  deadlineMs: 20_000,
  example: { name: "login" },
  input: z.strictObject({
    name: z.string().max(80).optional().describe("Name of the trace's folder, e.g. login; default: the time"),
  }),
  run: async (args, context) => {
    const name = args.name ?? new Date().toISOString().replace(/[:.]/g, "-");
    if (!/^\w[\w.-]*$/.test(name) || name.endsWith(".") || isDeviceName(name))
      throw new FoveaError("PATH_NOT_ALLOWED", `"${name}" is not a plain name of a folder`);
    const folder = join(context.config.outputDir, "traces", name);
    await requireWritable(folder);
    context.recorder.start(folder);
    return { folder };
  },
  render: ({ folder }) => ({ text: `recording to ${folder}, until stop_trace` }),
  toJson: (data) => data,
});
