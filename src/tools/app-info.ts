import * as z from "zod";
import { packageNamed } from "../actions/apps/app-by-name.js";
import { notInstalled } from "../actions/apps/apps.js";
import { labelledApps } from "../actions/apps/labelled-apps.js";
import { type AppInfo, readAppInfo } from "../devices/app-info.js";
import { askPhone } from "../devices/phone.js";
import { cutLabel, nameOrQuoted, quoteWords } from "../screen/label.js";
import { deviceField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

export const appInfo = defineTool({
  name: "app_info",
  title: "Facts about an app",
  description: "Label, version, flags, permissions, processes and size of an installed app.",
  group: "app",
  kind: "read",
  destructive: false,
  idempotent: true,
  deadlineMs: 30_000,
  example: { package: "com.fovea.dialogs" },
  input: z.strictObject({
    device: deviceField,
    package: z
      .string()
      .max(255)
      .describe("e.g. Settings, com.x.y")
      .meta({ help: "Package id or name of an app, e.g. com.example.app or Settings" }),
  }),
  run: async ({ device, package: name }, context, signal) => {
    const session = await context.session(device, signal);
    const packageName = await packageNamed(session, name, signal);
    const info = await readAppInfo(await askPhone(session.device, signal), packageName, signal);
    if (!info) throw notInstalled(session, packageName);
    const { labels } = await labelledApps(session, [packageName], "", signal);
    return { ...info, label: labels.get(packageName) ?? null };
  },
  render: (info) => ({ text: linesOf(info).join("\n") }),
  toJson: (info) => info,
});

function linesOf(info: AppInfo & { readonly label: string | null }): readonly string[] {
  const { versionName, versionCode, minSdk, targetSdk, pids, apkBytes, granted, denied } = info;
  const unknown = "not reported by this device";
  const kinds = [
    info.isSystem ? "came with the device" : "installed",
    ...(info.isDebuggable ? ["debuggable"] : []),
    ...(info.isEnabled === false ? ["disabled"] : []),
    ...(info.isStopped === true ? ["stopped: not opened since it was installed or force-stopped"] : []),
  ];
  const short = (names: readonly string[]) =>
    names.length === 0
      ? "none"
      : names.map((name) => nameOrQuoted(name.replace(/^android\.permission\./, ""))).join(", ");
  return [
    `${info.package}${info.label === null ? "" : ` ${cutLabel(info.label, 80)}`}: ${kinds.join(", ")}`,
    `version: ${versionName === null ? unknown : quoteWords(versionName)}${versionCode === null ? "" : ` (${versionCode})`}`,
    `SDK: from ${minSdk ?? "unknown"}, made for ${targetSdk ?? "unknown"}`,
    `first installed: ${info.installedAt ?? unknown}; last updated: ${info.updatedAt ?? unknown}`,
    `installed by: ${info.installer === null ? "unknown, for example adb" : nameOrQuoted(info.installer)}`,
    `APK: ${nameOrQuoted(info.apk)}${apkBytes === null ? "" : `, ${apkBytes} bytes`}`,
    pids.length === 0 ? "does not run" : `runs: pid ${pids.join(", ")}`,
    `permissions that a user decides on: granted ${short(granted)}; denied ${short(denied)}`,
  ];
}
