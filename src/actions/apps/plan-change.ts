import type { Session } from "../../session/session.js";
import { type KnownApp, lookAtApp, requireInstalled } from "./app-change.js";
import { requirePackage } from "./apps.js";
import { askForCommand } from "./ask-for-command.js";
import { refuseKept } from "./kept-packages.js";

/** A planned change of an app; `ifKept` ends a refusal: "keeps its data". */
export interface ChangeWanted {
  readonly command: "uninstall" | "clearData";
  readonly packageName: string;
  readonly ifKept: string;
}

/** Reads the app that is to be changed. Errors: INVALID_ARGUMENT, APP_NOT_FOUND, as lookAtApp and the guard. */
export async function planChange(
  session: Session,
  { command, packageName, ifKept }: ChangeWanted,
  signal: AbortSignal,
): Promise<KnownApp> {
  refuseKept(requirePackage(packageName), session.device.serial, ifKept);
  askForCommand(session, { command, package: packageName }, true);
  const known = await lookAtApp(session, packageName, signal);
  requireInstalled(session, known);
  return known;
}
