import * as z from "zod";
import { gateOf } from "../../actions/ask-gate.js";
import { actScript } from "../../devices/script.js";
import { runShell as run, SHELL_LIMITS } from "../../devices/shell.js";
import { deviceField } from "../../tool-contract/fields.js";
import { defineTool } from "../../tool-contract/tool.js";

/** Programs on the device may take long; the caller's own deadline may be shorter. */
const DEADLINE_MS = 600_000;

/**
 * Runs a program on the device; it waits for its turn among the actions. Errors: those of running scripts; READ_ONLY.
 */
export const shellTool = defineTool({
  name: "adb_shell",
  title: "Run a program on the device",
  description: "Run a program on the device.",
  kind: "act",
  destructive: true,
  idempotent: false,
  deadlineMs: DEADLINE_MS,
  input: z.strictObject({
    device: deviceField,
    argv: z.tuple([z.string().min(1)], z.string()).describe('e.g. ["getprop", "ro.product.model"]'),
  }),
  run: async ({ argv: [program, ...words], device }, context, signal) => {
    const session = await context.session(device, signal);
    const ask = gateOf(session, { tool: "adb_shell", args: { argv: [program, ...words] } });
    return await session.acts.run(async () => {
      ask({ kind: "shell", argv: [program, ...words] }, null);
      const limits = { ...SHELL_LIMITS, totalMs: DEADLINE_MS, firstByteMs: DEADLINE_MS };
      const result = await run(session.device, actScript([program, ...words]), limits, signal).finally(() =>
        session.acted([]),
      );
      const { stdout, stderr, exitCode } = result;
      return { stdout: stdout.toString("utf8"), stderr, exitCode };
    }, signal);
  },
  render: ({ exitCode }) => ({ text: `ended with ${exitCode}` }),
  toJson: (data) => data,
});
