import { FoveaError, toFoveaError } from "../../base/errors.js";
import { lookUp } from "../../base/word-table.js";
import { cutName } from "../../base/zod-words.js";
import {
  APP_OPS,
  type AppPermissions,
  changePermission,
  FORGETS_DECISIONS_SINCE,
  forgetDecision,
  type RuntimePermission,
  readAppOp,
  readPermissions,
  setAppOp,
} from "../../devices/app-permissions.js";
import { askPhone, type Phone } from "../../devices/phone.js";
import type { Session } from "../../session/session.js";
import { act } from "../act.js";
import type { AskGate, Passed } from "../ask-gate.js";
import { type ActResult, UNTOUCHED } from "../proof/performed.js";
import { isInstalled, notInstalled, requirePackage } from "./apps.js";
import { refuseKept } from "./kept-packages.js";

/** Names of groups of permissions, as in the Settings of a phone. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  location: ["ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION"],
  microphone: ["RECORD_AUDIO"],
  notifications: ["POST_NOTIFICATIONS"],
  contacts: ["READ_CONTACTS", "WRITE_CONTACTS", "GET_ACCOUNTS"],
  calendar: ["READ_CALENDAR", "WRITE_CALENDAR"],
  phone: ["READ_PHONE_STATE", "CALL_PHONE", "READ_PHONE_NUMBERS"],
  sms: ["SEND_SMS", "RECEIVE_SMS", "READ_SMS"],
  storage: ["READ_EXTERNAL_STORAGE", "WRITE_EXTERNAL_STORAGE"],
  photos: ["READ_MEDIA_IMAGES", "READ_MEDIA_VIDEO"],
  sensors: ["BODY_SENSORS"],
  bluetooth: ["BLUETOOTH_CONNECT", "BLUETOOTH_SCAN", "BLUETOOTH_ADVERTISE"],
};

/** All runtime permissions that the app requests. */
const ALL = "all";

export interface PermissionsRequest {
  readonly package: string;
  /** Names (`android.permission.CAMERA`, `camera`), names of groups (`location`), or `all`. */
  readonly grant: readonly string[];
  readonly revoke: readonly string[];
  /** Revokes all granted permissions; if the release can, the app may also ask the user again. */
  readonly reset: boolean;
}

/** A permission of an app as it is now. */
export interface PermissionState {
  readonly name: string;
  /** Null for a permission that an app-op controls and that was never set: the release's default applies. */
  readonly isGranted: boolean | null;
  /** The user chose "don't ask again", or the system keeps the permission as it is. */
  readonly isFixed: boolean;
}

/** The result of the act, with the permissions afterwards. */
export interface PermissionsResult extends ActResult {
  readonly permissions: readonly PermissionState[];
}

/**
 * The runtime permissions that an app requests, and the permissions that app-ops control. Errors: INVALID_ARGUMENT,
 * APP_NOT_FOUND, as readPermissions.
 */
export async function listPermissions(
  session: Session,
  packageName: string,
  signal: AbortSignal,
): Promise<readonly PermissionState[]> {
  const name = requirePackage(packageName);
  if (!(await isInstalled(session, name, signal))) throw notInstalled(session, name);
  const phone = await askPhone(session.device, signal);
  return await statesOf(phone, name, signal);
}

async function statesOf(phone: Phone, packageName: string, signal: AbortSignal): Promise<readonly PermissionState[]> {
  const known = await readPermissions(phone, packageName, signal);
  return await statesIn(phone, { packageName, known }, signal);
}

async function statesIn(
  phone: Phone,
  { packageName, known: { requested, runtime } }: Known,
  signal: AbortSignal,
): Promise<readonly PermissionState[]> {
  const states: PermissionState[] = runtime.map((one) => ({
    name: one.name,
    isGranted: one.isGranted,
    isFixed: isFixed(one),
  }));
  for (const name of requested) {
    const op = lookUp(APP_OPS, name);
    if (op === undefined) continue;
    const mode = await readAppOp(phone, { packageName, op }, signal);
    states.push({ name, isGranted: mode === null ? null : mode === "allow", isFixed: false });
  }
  return states;
}

function isFixed({ flags }: Pick<RuntimePermission, "flags">): boolean {
  return flags.some((flag) => flag.endsWith("FIXED"));
}

/**
 * Grants, revokes or resets permissions of an app, and observes the screen, because Android ends an app that loses a
 * permission. Each permission is read again afterwards. The changes are permanent, as if a user had decided them.
 * Errors: INVALID_ARGUMENT, APP_NOT_FOUND, PERMISSION_NOT_REQUESTED before anything is changed; STATE_REFUSED; those of
 * the guard.
 */
export async function changePermissions(
  session: Session,
  request: PermissionsRequest,
  signal: AbortSignal,
): Promise<PermissionsResult> {
  const packageName = requirePackage(request.package);
  refuseKept(packageName, session.device.serial, "keeps its permissions");
  let permissions: readonly PermissionState[] = [];
  const { grant, revoke, reset } = request;
  const args = { package: packageName, ...(grant.length > 0 && { grant }), ...(revoke.length > 0 && { revoke }) };
  const result = await act(
    session,
    { tool: "permissions", args: reset ? { ...args, reset } : args },
    async (ask) => {
      if (!(await isInstalled(session, packageName, signal))) throw notInstalled(session, packageName);
      const phone = await askPhone(session.device, signal);
      const known = await readPermissions(phone, packageName, signal);
      const now = await statesIn(phone, { packageName, known }, signal);
      const changes = plannedChanges(phone, { packageName, known, now }, request);
      const passed = passAll(ask, packageName, changes);
      const did = await perform(phone, { packageName, changes }, signal);
      const after = await readPermissions(phone, packageName, signal);
      permissions = await statesIn(phone, { packageName, known: after }, signal);
      requireDone(session, { packageName, changes }, permissions);
      if (canForget(phone)) requireForgotten(session, changes, after);
      const notes = reset ? rememberedNotes(after) : [];
      return { ...UNTOUCHED, did, by: "shell", passed, notes: () => notes, isReadAgain: changes.length > 0 };
    },
    signal,
  );
  return { ...result, permissions };
}

interface Change {
  /** `forget` clears the user's decision, so that the app may ask again; an app-op gets the release's default. */
  readonly verb: "grant" | "revoke" | "forget";
  readonly name: string;
}

interface Known {
  readonly packageName: string;
  readonly known: AppPermissions;
}

function plannedChanges(
  phone: Phone,
  { packageName, known, now }: Known & { readonly now: readonly PermissionState[] },
  { grant, revoke, reset }: PermissionsRequest,
): readonly Change[] {
  const named = (verb: Change["verb"], words: readonly string[]) =>
    words.flatMap((word) => namesOf(phone, { packageName, known }, word)).map((name) => ({ verb, name }));
  const granted = known.runtime.filter((one) => one.isGranted && !one.flags.includes("SYSTEM_FIXED"));
  const taken = reset ? granted.map(({ name }) => ({ verb: "revoke" as const, name })) : [];
  const decided = [...granted, ...known.runtime.filter((one) => isRemembered(one))];
  const forgotten = reset && canForget(phone) ? decided.map(({ name }) => ({ verb: "forget" as const, name })) : [];
  const given = named("grant", grant);
  const ruled = reset ? now.filter((one) => lookUp(APP_OPS, one.name) !== undefined && one.isGranted !== null) : [];
  const left = ruled.filter(({ name }) => !namesIn(given, "grant").includes(name));
  const unset = left.map(({ name }) => ({ verb: "forget" as const, name }));
  const changes = [...taken, ...forgotten, ...unset, ...named("revoke", revoke), ...given];
  const both = changes.find(({ verb, name }) => verb === "grant" && namesIn(changes, "revoke").includes(name));
  if (both && !reset) throw new FoveaError("INVALID_ARGUMENT", `${both.name} is in \`grant\` and in \`revoke\``);
  // The reset revokes it first, so it has to be granted again even though it is granted now.
  const isAlready = ({ verb, name }: Change) =>
    verb !== "forget" &&
    !namesIn(taken, "revoke").includes(name) &&
    now.find((one) => one.name === name)?.isGranted === (verb === "grant");
  return changes.filter((one) => !isAlready(one));
}

function canForget({ apiLevel }: Phone): boolean {
  return (apiLevel ?? 0) >= FORGETS_DECISIONS_SINCE;
}

/** Whether the device remembers that the user refused it: then the app asks in another way, or cannot ask. */
function isRemembered({ isGranted, flags }: RuntimePermission): boolean {
  const isKept = flags.includes("SYSTEM_FIXED") || flags.includes("POLICY_FIXED");
  return !isGranted && !isKept && (flags.includes("USER_SET") || flags.includes("USER_FIXED"));
}

/** Only clearing the data of an app resets such decisions (PackageManagerService.clearApplicationUserData). */
function rememberedNotes({ runtime }: AppPermissions): readonly string[] {
  const names = runtime.filter((one) => isRemembered(one)).map(({ name }) => shortName(name));
  if (names.length === 0) return [];
  return [
    `Android still counts these as decided: ${names.join(", ")}; before Android 13 only clear_app_data resets that`,
  ];
}

function shortName(name: string): string {
  return name.replace("android.permission.", "");
}

function namesIn(changes: readonly Change[], verb: Change["verb"]): readonly string[] {
  return changes.filter((one) => one.verb === verb).map(({ name }) => name);
}

/**
 * The full names of the permissions that a word means: one permission, or the permissions of a group that the app
 * requests. Errors: INVALID_ARGUMENT, PERMISSION_NOT_REQUESTED.
 */
function namesOf({ device }: Phone, { packageName, known }: Known, word: string): readonly string[] {
  const can = [...known.runtime.map(({ name }) => name), ...known.requested.filter((name) => lookUp(APP_OPS, name))];
  if (word.toLowerCase() === ALL) return known.runtime.map(({ name }) => name);
  if (!/^[A-Za-z][\w.]{1,200}$/.test(word))
    throw new FoveaError("INVALID_ARGUMENT", `${cutName(word)} is not the name of a permission`, {
      hint: "Write it as android.permission.CAMERA, camera, location or all.",
    });
  const group = lookUp(GROUPS, word.toLowerCase())?.map(fullName);
  const found = group ? group.filter((name) => can.includes(name)) : can.filter((name) => name === fullName(word));
  if (found.length > 0) return found;
  const list = can.length === 0 ? "it requests no permission that a user decides on" : `it asks for ${can.join(", ")}`;
  throw new FoveaError("PERMISSION_NOT_REQUESTED", `${packageName} does not ask for ${word}: ${list}`, {
    device: device.serial,
  });
}

function fullName(word: string): string {
  return word.includes(".") ? word : `android.permission.${word.toUpperCase()}`;
}

/** Asks the guard twice: for the permissions that are granted, and for those that are revoked. */
function passAll(ask: AskGate, packageName: string, changes: readonly Change[]): Passed {
  const question = (change: "grant" | "revoke") => {
    const isAsked = ({ verb }: Change) => (verb === "grant") === (change === "grant");
    const names = new Set(changes.filter(isAsked).map(({ name }) => name));
    return ask(
      { kind: "device", change, detail: `${[...names].join(", ")} ${packageName}`, package: packageName },
      null,
    );
  };
  const isGiving = changes.some(({ verb }) => verb === "grant");
  if (!isGiving) return question("revoke");
  if (changes.some(({ verb }) => verb === "revoke")) question("revoke");
  return question("grant");
}

interface Planned {
  readonly packageName: string;
  readonly changes: readonly Change[];
}

async function perform(phone: Phone, { packageName, changes }: Planned, signal: AbortSignal): Promise<string> {
  const done: string[] = [];
  try {
    for (const { verb, name } of changes) {
      const op = lookUp(APP_OPS, name);
      if (op !== undefined) await setAppOp(phone, { packageName, op, mode: MODES[verb] }, signal);
      else if (verb === "forget") await forgetDecision(phone, { packageName, name }, signal);
      else await changePermission(phone, { verb, packageName, name }, signal);
      // A revoked permission is forgotten as well, so the second change is not reported separately.
      if (verb !== "forget" || !namesIn(changes, "revoke").includes(name)) done.push(`${DID[verb]} ${shortName(name)}`);
    }
  } catch (error) {
    const { code, message, context, hint } = toFoveaError(error);
    if (done.length === 0) throw error;
    throw new FoveaError(code, `${message}; done before: ${done.join(", ")}`, {
      ...context,
      hint,
      mayHaveHappened: true,
    });
  }
  if (done.length === 0) return `changed nothing: ${packageName} has its permissions in that state already`;
  return `changed the permissions of ${packageName}: ${done.join(", ")}`;
}

const MODES = { grant: "allow", revoke: "deny", forget: "default" } as const;
const DID = { grant: "gave", revoke: "took", forget: "forgot the decision on" } as const;

function requireForgotten({ device }: Session, changes: readonly Change[], { runtime }: AppPermissions): void {
  const forgotten = namesIn(changes, "forget");
  const kept = runtime.find((one) => forgotten.includes(one.name) && isRemembered(one));
  if (!kept) return;
  const message = `${device.serial} accepted the change without an error, and still remembers a decision on ${kept.name}`;
  throw new FoveaError("STATE_REFUSED", message, { device: device.serial, mayHaveHappened: true });
}

function requireDone(session: Session, { packageName, changes }: Planned, now: readonly PermissionState[]): void {
  const states = changes.filter(({ verb, name }) => verb !== "forget" || lookUp(APP_OPS, name) !== undefined);
  const last = new Map(states.map(({ verb, name }) => [name, verb === "forget" ? null : verb === "grant"]));
  const other = [...last].find(([name, wanted]) => now.find((one) => one.name === name)?.isGranted !== wanted);
  if (!other) return;
  const message = `${session.device.serial} accepted the change without an error, and ${packageName} ${other[1] ? "has not" : "still has"} ${other[0]}`;
  throw new FoveaError("STATE_REFUSED", message, { device: session.device.serial, mayHaveHappened: true });
}
