import { FoveaError } from "../base/errors.js";
import type { Session } from "../session/session.js";
import { type ActResult, act } from "./act.js";
import { activityManager } from "./apps.js";

/** Schemes that do nothing but show something; tel:, sms:, content: and intent: do more. */
export const SAFE_SCHEMES = ["http", "https"] as const;

/**
 * Opens an address in the app that the device has for it. Errors: URL_NOT_ALLOWED for a scheme that is not allowed,
 * INVALID_ARGUMENT for no address, APP_NOT_LAUNCHED where nothing opens it.
 */
export async function openUrl(
  session: Session,
  request: { readonly url: string; readonly allowedSchemes: readonly string[] },
  signal: AbortSignal,
): Promise<ActResult> {
  const url = requireAllowed(request.url, request.allowedSchemes);
  return await act(
    session,
    async () => {
      const before = session.lastObservation;
      await activityManager(session, ["start", "-W", "-a", "android.intent.action.VIEW", "-d", url], signal);
      return { did: `opened ${url}`, points: [], before };
    },
    signal,
  );
}

/** The address as the platform will read it: the parser's spelling, so that no second reading can differ. */
function requireAllowed(text: string, allowed: readonly string[]): string {
  if (!URL.canParse(text)) throw new FoveaError("INVALID_ARGUMENT", `"${text.slice(0, 100)}" is no address`);
  const url = new URL(text);
  const scheme = url.protocol.slice(0, -1);
  if (allowed.includes(scheme)) return url.href;
  throw new FoveaError(
    "URL_NOT_ALLOWED",
    `addresses with ${scheme}: are not allowed here (allowed: ${allowed.join(", ")})`,
  );
}
