import type { GuardedAction } from "../../guard/guarded-action.js";
import type { Session } from "../../session/session.js";

type Command = Omit<Extract<GuardedAction, { readonly kind: "command" }>, "kind">;

const TOOLS = { install: "install_app", uninstall: "uninstall_app", clearData: "clear_app_data" } as const;

/**
 * Asks the guard whether this command may be sent to the package manager now; with `isPlanned`, whether it could be
 * sent at all. Errors: those of the guard.
 */
export function askForCommand(session: Session, command: Command, isPlanned = false): void {
  const { serial } = session.device;
  const call = { tool: TOOLS[command.command], args: { package: command.package } };
  session.gate.begin().pass({ serial, call, action: { kind: "command", ...command }, screen: null, isPlanned });
}
