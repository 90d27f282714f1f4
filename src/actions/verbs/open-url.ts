import { FoveaError, isFoveaError } from "../../base/errors.js";
import { readLinkState } from "../../devices/app-links.js";
import { askPhone } from "../../devices/phone.js";
import { nameOrQuoted } from "../../screen/label.js";
import type { Observation } from "../../screen/observation.js";
import type { Session } from "../../session/session.js";
import { act } from "../act.js";
import { requirePackage, startActivity, startNotes } from "../apps/apps.js";
import { type ActResult, UNTOUCHED } from "../proof/performed.js";

const VIEW = "android.intent.action.VIEW";

export interface UrlRequest {
  readonly url: string;
  readonly allowedSchemes: readonly string[];
  /** The package of the app that should open it; if absent, the device chooses. */
  readonly app?: string;
}

/**
 * Opens an address in the app that the device has for it. Only schemes that merely show something should be allowed:
 * tel:, sms:, content: and intent: do more. Errors: URL_NOT_ALLOWED for a scheme that is not allowed, INVALID_ARGUMENT
 * for a text that is not an address, APP_NOT_LAUNCHED if no app opens it.
 */
export async function openUrl(session: Session, request: UrlRequest, signal: AbortSignal): Promise<ActResult> {
  const url = requireAllowedUrl(request.url, request.allowedSchemes);
  const app = request.app === undefined ? null : requirePackage(request.app);
  const result = await act(
    session,
    { tool: "open_url", args: { url } },
    async (ask) => {
      const passed = ask({ kind: "intent", action: VIEW, data: url }, null);
      const said = await startActivity(session, ["-a", VIEW, "-d", url, ...(app === null ? [] : ["-p", app])], signal);
      const notes = (after: Observation | null) => [...startNotes(said, null, after), ...takenBy(after)];
      return { ...UNTOUCHED, did: app === null ? `opened ${url}` : `opened ${url} in ${app}`, by: "am", passed, notes };
    },
    signal,
  );
  return {
    ...result,
    notes: [...result.notes, ...(await verifiedNote(session, { url, after: result.after }, signal))],
  };
}

interface Opened {
  readonly url: string;
  readonly after: Observation | null;
}

/**
 * Whether Android verified with the host that its links belong to the app; no note for a browser, which opens every
 * address.
 */
async function verifiedNote(session: Session, { url, after }: Opened, signal: AbortSignal): Promise<readonly string[]> {
  const { protocol, hostname: host } = new URL(url);
  const packageName = takerIn(after);
  if (packageName === null || (protocol !== "https:" && protocol !== "http:")) return [];
  try {
    const state = await readLinkState(await askPhone(session.device, signal), { packageName, host }, signal);
    return state === null ? [] : [`autoVerify of ${host} for ${nameOrQuoted(packageName)}: ${state}`];
  } catch (error) {
    if (signal.aborted || !isFoveaError(error)) throw error;
    return [`! autoVerify of ${host} is not known: ${error.code}`];
  }
}

/** A note on the app that opened it: several apps may open the address. */
function takenBy(after: Observation | null): readonly string[] {
  const name = takerIn(after);
  return name === null ? [] : [`taken by ${nameOrQuoted(name)}`];
}

function takerIn(after: Observation | null): string | null {
  if (after?.intentChooserDetected === true) return null;
  // The shade or a dialog of the system may cover the app.
  return after?.activeWindow?.app?.package ?? after?.activeWindow?.package ?? null;
}

/**
 * The address in the parser's spelling, so that the platform cannot read it differently. Errors: URL_NOT_ALLOWED,
 * INVALID_ARGUMENT.
 */
export function requireAllowedUrl(text: string, allowed: readonly string[]): string {
  if (!URL.canParse(text)) throw notAnAddress(text);
  const { protocol, href } = new URL(text);
  const scheme = protocol.slice(0, -1);
  if (allowed.includes(scheme)) return href;
  throw new FoveaError(
    "URL_NOT_ALLOWED",
    `addresses with ${scheme}: are not allowed here (allowed: ${allowed.join(", ")}); nothing was opened`,
  );
}

function notAnAddress(text: string): FoveaError {
  const isBare = !text.includes("://") && /^[\w[]/.test(text) && URL.canParse(`https://${text}`);
  const hint = isBare ? { hint: `Write the address with its scheme: https://${text.slice(0, 100)}` } : {};
  return new FoveaError("INVALID_ARGUMENT", `url: "${text.slice(0, 100)}" is not an address`, hint);
}
