import * as z from "zod";
import { type AppChange, versionOf } from "../actions/manage-apps/app-change.js";
import { installApp as install, planInstall } from "../actions/manage-apps/install-app.js";
import { type OpenedApk, openApk } from "../actions/manage-apps/open-apk.js";
import { repeatedly } from "../base/signals.js";
import type { Session } from "../session/session.js";
import { appAnswer, appJson, appWords, deviceWords } from "./app-answer.js";
import { defineAskingTool, type Plan } from "./asking-tool.js";
import { deviceField } from "./fields.js";

interface InstallPlan extends Plan {
  readonly session: Session;
  readonly apk: OpenedApk;
}

const input = z.strictObject({
  device: deviceField,
  path: z.string().min(1).max(4_096).describe("APK in a folder of --apk-dir, e.g. app-debug.apk"),
});

/** Clients give up on what is silent for long. */
const SIGN_OF_LIFE_MS = 5_000;

export const installApp = defineAskingTool<typeof input, InstallPlan, AppChange>({
  name: "install_app",
  title: "Install an app",
  description: "Install an APK of the host, or update an app with it; its data stay.",
  idempotent: true,
  deadlineMs: 170_000,
  input,
  plan: async (args, context, signal) => {
    const apk = await openApk(args.path, context.config.apkDirs, signal);
    const session = await context.session(args.device, signal);
    const { installed } = await planInstall(session, apk, signal);
    const { packageName } = apk.identity;
    const what = `the APK ${apk.name} (${sizeWords(apk.bytes.length)}) as ${appWords(packageName, apk.identity)}`;
    const over = installed ? ` over ${appWords(packageName, versionOf(installed))}` : "";
    const question = `Install ${what}${over} on ${deviceWords(session)}?`;
    return { session, apk, question, about: [session.device.serial, apk.sha256] };
  },
  carryOut: async ({ session, apk }, context, signal) => {
    const what = `installing ${apk.identity.packageName}, ${sizeWords(apk.bytes.length)}`;
    context.progress(what);
    using _alive = repeatedly(() => context.progress(`${what}; the phone may ask`), SIGN_OF_LIFE_MS);
    return await install(session, apk, signal);
  },
  render: appAnswer,
  toJson: appJson,
});

function sizeWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
