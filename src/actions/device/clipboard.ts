import { FoveaError } from "../../base/errors.js";
import { REDACTED } from "../../base/redaction.js";
import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import type { Session } from "../../session/session.js";
import { apiLevelOf, unsupported } from "../act.js";
import { changeUnseen, type UnseenChange } from "../change-unseen.js";
import { companionOf, isNotViaCompanion } from "../companion/via-companion.js";

/** The text on the clipboard; null if it is empty or does not hold text. */
export interface ClipboardText {
  readonly text: string | null;
}

const READS = "from Android 10 on only the app in front reads the clipboard, and adb has no program for it";

/**
 * Reads the clipboard through the companion. Errors: UNSUPPORTED_ON_DEVICE if there is no companion, or the release
 * does not let it read the clipboard; those of the guard.
 */
export async function readClipboard(session: Session, signal: AbortSignal): Promise<ClipboardText> {
  const call = { tool: "clipboard", args: {} };
  const action = { kind: "device", change: "readClipboard", detail: "text", package: null } as const;
  session.gate.begin().pass({ serial: session.device.serial, call, action, screen: null });
  const { client } = await requireCompanion(session, signal);
  if (!client.hello.capabilities.includes("readClipboard")) throw await cannotRead(session, signal);
  const { result } = await client.request("getClipboard", {}, signal);
  return { text: result.text };
}

/**
 * Puts a text on the clipboard through the companion, and reads it again if the release allows that. Errors:
 * UNSUPPORTED_ON_DEVICE, STATE_REFUSED; those of the guard.
 */
export async function writeClipboard(session: Session, text: string, signal: AbortSignal): Promise<UnseenChange> {
  const count = `${[...text].length} characters`;
  return await changeUnseen(
    session,
    {
      // The copied text may be a password.
      call: { tool: "clipboard", args: { text: REDACTED } },
      action: { kind: "device", change: "clipboard", detail: count, package: null },
    },
    async () => {
      const { client } = await requireCompanion(session, signal);
      await client.request("setClipboard", { text }, signal);
      const did = `put ${count} on the clipboard`;
      if (!client.hello.capabilities.includes("readClipboard"))
        return { did, proof: "unconfirmed", evidence: ["on this release only the app in front can read it"] };
      const { result } = await client.request("getClipboard", {}, signal);
      if (result.text === text) return { did, proof: "confirmed", evidence: ["the text was read back"] };
      throw new FoveaError(
        "STATE_REFUSED",
        `${session.device.serial} has a different text on its clipboard afterwards`,
        {
          device: session.device.serial,
          mayHaveHappened: true,
        },
      );
    },
    signal,
  );
}

async function requireCompanion(session: Session, signal: AbortSignal): Promise<LiveCompanion> {
  const companion = await companionOf(session, signal);
  if (!isNotViaCompanion(companion)) return companion;
  const why = companion.why === null ? "" : `: ${companion.why}`;
  const message = `the clipboard of ${session.device.serial} can be reached by the companion only, which does not run${why}`;
  throw unsupported(session, message, "Run `fovea setup`, or let `fovea serve` start a companion; then call again.");
}

async function cannotRead(session: Session, signal: AbortSignal): Promise<FoveaError> {
  const api = await apiLevelOf(session, signal);
  const message = `the clipboard of ${session.device.serial} (API ${api ?? "unknown"}) cannot be read by the service: ${READS}`;
  const hint = "Start with --companion shell, which reads it; or paste into a text field and observe what it holds.";
  return unsupported(session, message, hint);
}
