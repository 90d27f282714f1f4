import * as z from "zod";
import { FoveaError } from "../base/errors.js";
import { adbEnvironment } from "../devices/adb/environment.js";
import { bootEmulator, type EmulatorHost, listEmulators, stopEmulator } from "../devices/emulators/emulators.js";
import type { ToolContext } from "../tool-contract/tool.js";
import { defineTool } from "../tool-contract/tool.js";

const DEFAULT_TIMEOUT_MS = 300_000;

export const emulator = defineTool({
  name: "emulator",
  title: "Emulators of this host",
  description: "List the virtual devices of the user's Android SDK; boot one and wait until it is ready, or stop it.",
  group: "device",
  kind: "act",
  actsWith: ["boot", "stop"],
  destructive: true,
  idempotent: true,
  deadlineMs: 620_000,
  input: z.strictObject({
    boot: z.string().min(1).max(100).optional().describe("e.g. Pixel_8").meta({ help: "Name of a virtual device" }),
    stop: z.string().min(1).max(100).optional().describe("e.g. emulator-5554").meta({ help: "Serial of an emulator" }),
    timeout_ms: z
      .int()
      .min(1_000)
      .max(600_000)
      .optional()
      .describe("default 300000")
      .meta({ help: "Of `boot`: how long it may take; default 300000" }),
  }),
  example: { boot: "Pixel_8" },
  run: async ({ boot, stop, timeout_ms: timeoutMs }, context, signal) => {
    if (boot !== undefined && stop !== undefined)
      throw new FoveaError("INVALID_ARGUMENT", "give either `boot` or `stop`, not both");
    if (timeoutMs !== undefined && boot === undefined)
      throw new FoveaError("INVALID_ARGUMENT", "`timeout_ms` belongs to `boot`");
    const host = hostOf(context);
    if (boot !== undefined) {
      pass(context, "bootEmulator", boot);
      const request = { name: boot, timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS };
      const { serial, isNew } = await bootEmulator(host, request, signal);
      return { did: isNew ? `booted ${boot}` : `${boot} runs already`, serial } as const;
    }
    if (stop !== undefined) {
      pass(context, "stopEmulator", stop);
      await stopEmulator(host, stop, signal);
      return { did: `stopped ${stop}`, serial: null } as const;
    }
    return { emulators: await listEmulators(host, signal) } as const;
  },
  render: (data) => {
    if ("did" in data) return { text: data.serial === null ? data.did : `${data.did}: ${data.serial} is ready` };
    const lines = data.emulators.map(({ name, serial }) => `${name}${serial === null ? "" : `: runs as ${serial}`}`);
    return { text: lines.length > 0 ? lines.join("\n") : "(the SDK has no virtual device: avdmanager creates one)" };
  },
  toJson: (data) => data,
});

/**
 * Passes the guard. An emulator has no session before its start, or if it does not answer, so the gate of the call is
 * used.
 */
function pass({ gate }: ToolContext, change: "bootEmulator" | "stopEmulator", name: string): void {
  const call = { tool: "emulator", args: change === "bootEmulator" ? { boot: name } : { stop: name } };
  const action = { kind: "device", change, detail: name, package: null } as const;
  gate?.begin().pass({ serial: name, call, action, screen: null });
}

function hostOf({ config, devices }: ToolContext): EmulatorHost {
  const adbPort = config.adbPort ?? adbEnvironment(config.env).port ?? 5037;
  return { env: config.env, adbPort, devices, allowed: config.allowDevices };
}
