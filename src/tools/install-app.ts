import * as z from "zod";
import { type AppChange, agreedFacts, versionOf } from "../actions/apps/app-change.js";
import { type InstallPlan as ApkPlan, installApp as install, planInstall } from "../actions/apps/install-app.js";
import { openApk } from "../actions/apps/open-apk.js";
import { appAnswer, appJson, appWords, deviceWords } from "../answers/app-answer.js";
import { repeatedly } from "../base/signals.js";
import type { Session } from "../session/session.js";
import { defineAskingTool, type Plan } from "../tool-contract/asking-tool.js";
import { deviceField } from "../tool-contract/fields.js";

interface InstallPlan extends Plan, ApkPlan {
  readonly session: Session;
  readonly size: string;
}

const input = z.strictObject({
  device: deviceField,
  path: z.string().min(1).max(4_096).describe("APK in a folder of --apk-dir, e.g. app-debug.apk"),
});

/** The interval of progress reports, in ms: a client gives up if it gets no message for long. */
const SIGN_OF_LIFE_MS = 5_000;

export const installApp = defineAskingTool<typeof input, InstallPlan, AppChange>({
  name: "install_app",
  title: "Install an app",
  description: "Install an APK of the host, or update an app with it; the app keeps its data.",
  askedBy: "manageApps",
  idempotent: true,
  deadlineMs: 170_000,
  example: { path: "app-debug.apk" },
  input,
  plan: async (args, context, signal) => {
    const reopen = async (limit: AbortSignal) => await openApk(args.path, context.config.apkDirs, limit);
    const apk = await reopen(signal);
    const session = await context.session(args.device, signal);
    const known = await planInstall(session, apk, signal);
    const { name, sha256, identity } = apk;
    const size = sizeWords(apk.bytes.length);
    const over = known.installed ? ` over ${appWords(known.packageName, versionOf(known.installed))}` : "";
    const what = `the APK ${name} (${size}) as ${appWords(known.packageName, identity)}${over}`;
    const question = `Install ${what} on ${deviceWords(session)}?`;
    return { session, known, sha256, reopen, size, question, about: [...agreedFacts(known), sha256] };
  },
  carryOut: async ({ session, size, ...plan }, context, signal) => {
    const what = `installing ${plan.known.packageName}, ${size}`;
    context.progress(what);
    using _alive = repeatedly(() => context.progress(`${what}; the phone may ask`), SIGN_OF_LIFE_MS);
    return await install(session, plan, signal);
  },
  render: appAnswer,
  toJson: appJson,
});

function sizeWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
