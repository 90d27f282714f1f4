import { createHash } from "node:crypto";
import { FoveaError } from "../../base/errors.js";
import { pollUntil, withDeadline } from "../../base/signals.js";
import { askPhone } from "../../devices/phone.js";
import { actScript } from "../../devices/script.js";
import { runShell, SHELL_LIMITS } from "../../devices/shell.js";
import { readNotifications, type ShownNotification } from "../../observe/evidence/read-notifications.js";
import { quoteWords } from "../../screen/label.js";
import type { Session } from "../../session/session.js";
import { act } from "../act.js";
import { changeUnseen, type UnseenChange } from "../change-unseen.js";
import { type ActResult, UNTOUCHED } from "../proof/performed.js";
import type { Patience } from "../targets/when-ready.js";
import { swipe } from "../verbs/swipe.js";
import { tap } from "../verbs/tap.js";
import { rowOnScreen } from "./row-on-screen.js";

/** Opens the shade, so that the notifications are visible. Errors: STATE_REFUSED, as act; those of the guard. */
export async function openShade(session: Session, signal: AbortSignal): Promise<ActResult> {
  const call = { tool: "notifications", args: { open: true } };
  return await act(
    session,
    call,
    async (ask) => {
      const passed = ask({ kind: "device", change: "openShade", detail: "the notifications", package: null }, null);
      const script = actScript(["cmd", "statusbar", "expand-notifications"]);
      const { exitCode, stderr } = await runShell(session.device, script, SHELL_LIMITS, signal);
      if (exitCode !== 0) throw notOpened(session, stderr);
      return { ...UNTOUCHED, did: "opened the notifications", by: "shell", passed, notes: () => [] };
    },
    signal,
  );
}

function notOpened({ device }: Session, said: string): FoveaError {
  const message = `${device.serial} did not open the notifications: ${quoteWords(said)}`;
  return new FoveaError("STATE_REFUSED", message, {
    device: device.serial,
    hint: "Swipe down from the top edge: swipe with from 50%,0% and to 50%,60%.",
  });
}

/**
 * Opens the shade, scrolls to the notification with this title and taps it. Errors: NOTIFICATION_NOT_FOUND, those of
 * rowOnScreen and tap.
 */
export async function tapNotification(
  session: Session,
  { title, ...patience }: { readonly title: string } & Patience,
  signal: AbortSignal,
): Promise<ActResult> {
  await requireShown(session, title, signal);
  const { after } = await openShade(session, signal);
  const { target, notes } = await rowOnScreen(session, { title, shade: after }, signal);
  const result = await tap(session, { target, count: 1, holdMs: 0, ...patience }, signal);
  return { ...result, notes: [...notes, ...result.notes] };
}

const GONE = "the device does not list it any more";

/** How long the system may take to remove a dismissed notification from its list. */
const GONE_MS = 3_000;
const POLL_MS = 100;

/**
 * Opens the shade, swipes away the notification with this title, and checks that it is gone. Errors:
 * NOTIFICATION_NOT_FOUND, STATE_REFUSED if it stays, those of rowOnScreen and swipe.
 */
export async function dismissNotification(
  session: Session,
  { title, ...patience }: { readonly title: string } & Patience,
  signal: AbortSignal,
): Promise<ActResult> {
  const shown = await requireShown(session, title, signal);
  const { after } = await openShade(session, signal);
  const { target, notes } = await rowOnScreen(session, { title, shade: after }, signal);
  const result = await swipe(session, { direction: "right", speed: "normal", target, ...patience }, signal);
  const lastAt = performance.now() + GONE_MS;
  const look = async () => {
    const isThere = (await readNotifications(session, signal)).some(({ key }) => key === shown.key);
    return isThere && performance.now() < lastAt ? undefined : { isThere };
  };
  const { isThere } = await pollUntil(look, POLL_MS, signal);
  if (!isThere) return { ...result, notes: [...notes, ...result.notes, GONE] };
  const why = shown.isOngoing ? "its app keeps it there" : "the swipe did not remove it";
  throw new FoveaError("STATE_REFUSED", `the notification ${quoteWords(title)} stays: ${why}`, {
    device: session.device.serial,
    mayHaveHappened: true,
    hint: "Observe what the shade shows; an ongoing notification ends with its task.",
  });
}

async function requireShown(session: Session, title: string, signal: AbortSignal): Promise<ShownNotification> {
  const all = await readNotifications(session, signal);
  const found = all.filter((one) => one.title === title);
  const [only, ...others] = found.length > 0 ? found : all.filter((one) => one.title?.includes(title) === true);
  if (only && others.length === 0 && only.title === title) return only;
  const titles = all.flatMap((one) => (one.title === null ? [] : [quoteWords(one.title)])).slice(0, 10);
  const which = others.length > 0 ? `${others.length + 1} notifications have` : "no notification has";
  const list = titles.length === 0 ? "none is shown" : `shown are ${titles.join(", ")}`;
  const message = `${which} the title ${quoteWords(title)} on ${session.device.serial}: ${list}`;
  throw new FoveaError("NOTIFICATION_NOT_FOUND", message, { device: session.device.serial });
}

/** `cmd notification post` exists from Android 10 on (NotificationShellCmd). */
const FIRST_WITH_POST = 29;

export interface TestNotification {
  readonly title: string;
  readonly text: string;
}

/** Posts a notification as adb's shell. Errors: UNSUPPORTED_ON_DEVICE, STATE_REFUSED; those of the guard. */
export async function postNotification(
  session: Session,
  { title, text }: TestNotification,
  signal: AbortSignal,
): Promise<UnseenChange> {
  return await changeUnseen(
    session,
    {
      call: { tool: "notifications", args: { post: title, text } },
      action: { kind: "device", change: "postNotification", detail: title, package: null },
    },
    async () => {
      const { device, apiLevel } = await askPhone(session.device, signal);
      if ((apiLevel ?? 0) < FIRST_WITH_POST)
        throw new FoveaError(
          "UNSUPPORTED_ON_DEVICE",
          `${device.serial} has API ${apiLevel ?? "of unknown level"}: its shell posts no notifications before Android 10`,
          { device: device.serial, hint: "Have an app of yours post one, or use a device with Android 10 or later." },
        );
      const tag = tagOf(title);
      const argv = ["cmd", "notification", "post", "-t", title, tag, text] as const;
      const { stdout, stderr } = await runShell(device, actScript([...argv]), SHELL_LIMITS, signal);
      const what = `${device.serial}: looking for the notification`;
      const isShown = async (limit: AbortSignal) => {
        const all = await readNotifications(session, limit);
        return all.some((one) => one.tag === tag && isText(one.title, title) && isText(one.text, text))
          ? true
          : undefined;
      };
      await withDeadline(GONE_MS, what, (limit) => pollUntil(() => isShown(limit), POLL_MS, limit), signal).catch(
        () => {
          signal.throwIfAborted();
          const said = quoteWords(`${stderr}${stdout.toString("utf8")}`);
          const context = { device: device.serial, mayHaveHappened: true };
          throw new FoveaError("STATE_REFUSED", `${device.serial} shows no such notification: ${said}`, context);
        },
      );
      return {
        did: `posted the notification ${quoteWords(title)}`,
        proof: "confirmed",
        evidence: ["the device lists it"],
      };
    },
    signal,
  );
}

/** The tag of a notification: a new one replaces only Fovea's earlier one with the same title. */
function tagOf(title: string): string {
  return `fovea-${createHash("sha256").update(title).digest("hex").slice(0, 12)}`;
}

/** Whether the dumped text is this text: the dump has only the first line of a text, and null if it has none. */
function isText(dumped: string | null, text: string): boolean {
  return dumped === null || dumped === text || dumped === text.split("\n", 1)[0];
}
