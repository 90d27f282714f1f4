import * as z from "zod";
import { type AppChange, agreedFacts, type KnownApp, versionOf } from "../actions/apps/app-change.js";
import { clearAppData as clear } from "../actions/apps/clear-app-data.js";
import { planChange } from "../actions/apps/plan-change.js";
import { appAnswer, appJson, appWords, deviceWords } from "../answers/app-answer.js";
import type { Session } from "../session/session.js";
import { defineAskingTool, type Plan } from "../tool-contract/asking-tool.js";
import { deviceField, packageField } from "../tool-contract/fields.js";

interface ClearPlan extends Plan {
  readonly session: Session;
  readonly known: KnownApp;
}

const input = z.strictObject({ device: deviceField, package: packageField });

export const clearAppData = defineAskingTool<typeof input, ClearPlan, AppChange>({
  name: "clear_app_data",
  title: "Delete an app's data",
  description: "Delete all data of an app: accounts, files, settings. It starts as if newly installed.",
  askedBy: "manageApps",
  idempotent: true,
  deadlineMs: 58_000,
  example: { package: "com.example.app" },
  input,
  plan: async (args, context, signal) => {
    const session = await context.session(args.device, signal);
    const known = await planChange(
      session,
      { command: "clearData", packageName: args.package, ifKept: "keeps its data" },
      signal,
    );
    const app = appWords(args.package, versionOf(known.installed));
    const question = `Delete all data of ${app} on ${deviceWords(session)}: accounts, files and settings? They cannot be brought back.`;
    return { session, known, question, about: agreedFacts(known) };
  },
  carryOut: async ({ session, known }, _context, signal) => await clear(session, known, signal),
  render: appAnswer,
  toJson: appJson,
});
