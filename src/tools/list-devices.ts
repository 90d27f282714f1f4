import * as z from "zod";
import { boundedLines } from "../answers/bounded-lines.js";
import { plainOrQuoted } from "../base/printable.js";
import type { DeviceEntry } from "../devices/device-entry.js";
import { inOneLine } from "../screen/label.js";
import { defineTool } from "../tool-contract/tool.js";

/** One line for each device: serial, state, properties, and the problem that prevents its use. */
export function renderDevice(entry: DeviceEntry): string {
  const facts = [
    plainOrQuoted(entry.serial),
    entry.state === "device" && entry.booted === true ? "ready" : entry.booted === false ? "booting" : entry.state,
    entry.model === null ? null : plainOrQuoted(entry.model),
    entry.apiLevel === null ? null : `API ${entry.apiLevel}`,
    entry.connection,
    entry.otherSerials.length > 0 ? `also ${entry.otherSerials.map(plainOrQuoted).join(", ")}` : null,
    entry.problem ? `! ${entry.problem.code} ${inOneLine(`${entry.problem.message}. ${entry.problem.hint}`)}` : null,
  ];
  return facts.filter((fact) => fact !== null).join(" | ");
}

export const listDevices = defineTool({
  name: "list_devices",
  title: "List devices",
  description: "The Android devices and their states.",
  kind: "read",
  destructive: false,
  idempotent: true,
  deadlineMs: 30_000,
  input: z.strictObject({}),
  run: async (_args, context, signal) => await context.devices.list(signal),
  render: (devices) => ({
    text: devices.length > 0 ? boundedLines(devices.map(renderDevice), "`fovea devices --json` has all") : NONE,
  }),
  toJson: (devices) => ({ devices }),
});

const NONE = "(no device: connect a phone with USB debugging on, or start `fovea virtual-device`)";
