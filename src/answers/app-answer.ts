import { type AppChange, type AppVersion, versionText } from "../actions/apps/app-change.js";
import { normaliseLabel, quoteLabel } from "../screen/label.js";
import type { Session } from "../session/session.js";
import type { ToolAnswer } from "../tool-contract/tool.js";

/** `the app "com.example.app", version "1.4" (14)`, as a question names it. */
export function appWords(packageName: string, version: AppVersion | null): string {
  return `the app ${quoteLabel(packageName)}${version === null ? "" : `, version ${versionText(version)}`},`;
}

/** `the device "emulator-5554"`. In quotes, because devices choose their names themselves. */
export function deviceWords({ device }: Session): string {
  return `the device ${quoteLabel(normaliseLabel(device.serial))}`;
}

/** The answer for a changed app: what was done, on which device, and the evidence. */
export function appAnswer({ did, device, proof, evidence, before, after }: AppChange): ToolAnswer {
  const versions = `${before ? versionText(before) : "not installed"} -> ${after ? versionText(after) : "not installed"}`;
  return {
    text: [
      `${did} on ${device}`,
      `${proof}: ${evidence.join(", ")}`,
      `version: ${versions}`,
      "The screen may have changed: observe before the next action.",
    ].join("\n"),
  };
}

export function appJson(change: AppChange): unknown {
  return change;
}
