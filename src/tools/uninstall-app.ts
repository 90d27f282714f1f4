import * as z from "zod";
import { type AppChange, agreedFacts, type KnownApp, versionOf } from "../actions/apps/app-change.js";
import { planChange } from "../actions/apps/plan-change.js";
import { uninstallApp as uninstall } from "../actions/apps/uninstall-app.js";
import { appAnswer, appJson, appWords, deviceWords } from "../answers/app-answer.js";
import type { Session } from "../session/session.js";
import { defineAskingTool, type Plan } from "../tool-contract/asking-tool.js";
import { deviceField, packageField } from "../tool-contract/fields.js";

interface UninstallPlan extends Plan {
  readonly session: Session;
  readonly known: KnownApp;
}

const input = z.strictObject({ device: deviceField, package: packageField });

export const uninstallApp = defineAskingTool<typeof input, UninstallPlan, AppChange>({
  name: "uninstall_app",
  title: "Uninstall an app",
  description: "Uninstall an app and delete its data.",
  askedBy: "manageApps",
  idempotent: false,
  deadlineMs: 58_000,
  example: { package: "com.example.app" },
  input,
  plan: async (args, context, signal) => {
    const session = await context.session(args.device, signal);
    const known = await planChange(
      session,
      { command: "uninstall", packageName: args.package, ifKept: "is not uninstalled" },
      signal,
    );
    const app = appWords(args.package, versionOf(known.installed));
    const system = known.installed?.isSystem
      ? " It came with the phone: only its updates and their data can be removed."
      : "";
    const question = `Uninstall ${app} from ${deviceWords(session)}, with all its data?${system}`;
    return { session, known, question, about: agreedFacts(known) };
  },
  carryOut: async ({ session, known }, _context, signal) => await uninstall(session, known, signal),
  render: appAnswer,
  toJson: appJson,
});
