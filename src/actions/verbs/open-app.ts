import { FoveaError } from "../../base/errors.js";
import type { Observation } from "../../screen/observation.js";
import type { Session } from "../../session/session.js";
import { act } from "../act.js";
import { packageNamed } from "../apps/app-by-name.js";
import { launcherStart, startActivity, startNotes } from "../apps/apps.js";
import { type ActResult, UNTOUCHED } from "../proof/performed.js";

export interface OpenAppRequest {
  readonly package: string;
  readonly activity: string | null;
  /** Extras of the intent, by name; a whole number is an int. */
  readonly extras?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Brings an app to the front, by its launcher entry or by a named activity; `package` may be the name of the app.
 * Errors: INVALID_ARGUMENT, APP_NOT_FOUND, AMBIGUOUS_TARGET, APP_NOT_LAUNCHED.
 */
export async function openApp(session: Session, request: OpenAppRequest, signal: AbortSignal): Promise<ActResult> {
  const packageName = await packageNamed(session, request.package, signal);
  const named = request.activity === null ? null : `${packageName}/${requireClass(request.activity)}`;
  const extras = extrasOf(request.extras ?? {});
  const args = { package: packageName, ...(request.activity === null ? {} : { activity: request.activity }) };
  return await act(
    session,
    { tool: "open_app", args },
    async (ask) => {
      const { component, args } =
        named === null
          ? await launcherStart(session, packageName, signal)
          : { component: named, args: ["-n", named] as const };
      const passed = ask({ kind: "openApp", package: packageName, activity: request.activity }, null);
      const said = await startActivity(session, [...args, ...extras], signal);
      const notes = (after: Observation | null) => startNotes(said, packageName, after);
      return { ...UNTOUCHED, did: `opened ${component}`, by: "am", passed, opens: packageName, notes };
    },
    signal,
  );
}

function requireClass(name: string): string {
  if (/^\.?[A-Za-z_$][\w$]*(?:\.[\w$]+)*$/.test(name) && name.length <= 255) return name;
  throw new FoveaError("INVALID_ARGUMENT", `activity: "${name}" is not an activity class like .MainActivity`);
}

const MOST_INT = 2_147_483_647;

/** The extras as `am start` expects them (ActivityManagerShellCommand, Intent.parseCommandArgs). */
function extrasOf(extras: NonNullable<OpenAppRequest["extras"]>): readonly string[] {
  return Object.entries(extras).flatMap(([name, value]) => {
    if (typeof value === "boolean") return ["--ez", name, String(value)];
    if (typeof value === "string") return ["--es", name, value];
    if (!Number.isInteger(value)) return ["--ef", name, String(value)];
    return [Math.abs(value) <= MOST_INT ? "--ei" : "--el", name, String(value)];
  });
}
