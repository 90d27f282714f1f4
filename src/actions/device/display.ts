import { FoveaError } from "../../base/errors.js";
import { cutName } from "../../base/zod-words.js";
import { askPhone } from "../../devices/phone.js";
import { appLocale, parseLocales } from "../../devices/states/app-locale.js";
import type { DeviceState } from "../../devices/states/device-state.js";
import { darkTheme, displayDensity, displaySize, timeZone } from "../../devices/states/display-states.js";
import { setting } from "../../devices/states/setting.js";
import type { Session } from "../../session/session.js";
import { unsupported } from "../act.js";
import { isInstalled, notInstalled, requirePackage } from "../apps/apps.js";
import { changeStates, type StatesResult, valueWords, type WantedState } from "./change-states.js";
import { requireFirstDisplay } from "./first-display.js";

/** How the display shows content; undefined fields stay as they are. */
export interface DisplayRequest {
  /** The size in pixels of the unrotated panel, as `1080x1920`. */
  readonly size?: string | undefined;
  /** The density in dpi. */
  readonly density?: number | undefined;
  /** The size of fonts in percent. */
  readonly fontPercent?: number | undefined;
  readonly dark?: boolean | undefined;
  readonly animations?: boolean | undefined;
  readonly stayAwake?: boolean | undefined;
  /** The time zone by its Olson name, as `Europe/Berlin`. */
  readonly timeZone?: string | undefined;
  /** Language tags for the app `package`, as `de-DE` or `zh-Hant-TW,en`; `default` for the system's languages. */
  readonly locale?: string | undefined;
  /** The app whose languages `locale` sets. */
  readonly package?: string | undefined;
}

/** The value of `locale` that removes the languages of an app. */
const SYSTEM_LOCALE = "default";

const FONT_SCALE = setting("system", "font_scale");
/** A bit for each way of being plugged in: AC 1, USB 2, wireless 4 (BatteryManager.BATTERY_PLUGGED_…). */
const STAY_ON = setting("global", "stay_on_while_plugged_in");
const ANIMATIONS: readonly DeviceState[] = [
  setting("global", "window_animation_scale"),
  setting("global", "transition_animation_scale"),
  setting("global", "animator_duration_scale"),
];

/**
 * Changes how the display shows content, and the language of an app. Errors: INVALID_ARGUMENT, UNSUPPORTED_ON_DEVICE,
 * APP_NOT_FOUND, as changeStates.
 */
export async function setDisplay(
  session: Session,
  request: DisplayRequest,
  signal: AbortSignal,
): Promise<StatesResult> {
  requireSensible(request);
  const packageName = request.package === undefined ? null : requirePackage(request.package);
  const wanted = [...wantedStates(request), ...wantedLocale(session, packageName, request.locale)];
  const names = wanted.map(({ state, value }) => `${state.name} ${value}`).join(", ");
  return await changeStates(
    session,
    {
      call: { tool: "display", args: argsOf(request) },
      action: { kind: "device", change: "display", detail: names, package: packageName },
      did: `changed the display: ${[...new Set(wanted.map(({ state }) => wordOf(state)))].join(", ")}`,
      wanted: async (limit) => {
        if (packageName !== null) await requireInstalled(session, packageName, limit);
        if (request.size !== undefined || request.density !== undefined)
          await requireFirstDisplay(session, "only the first has a size and density that can be set", limit);
        return wanted;
      },
    },
    signal,
  );
}

/** The request as arguments of the tool, so that a replay makes the same call. */
function argsOf({ size, density, fontPercent, dark, animations, stayAwake, timeZone: zone, ...app }: DisplayRequest) {
  const onOff = (isOn: boolean | undefined) => (isOn === undefined ? undefined : isOn ? "on" : "off");
  const words = { dark: onOff(dark), animations: onOff(animations), stay_awake: onOff(stayAwake) };
  const args = { size, density, font_percent: fontPercent, ...words, time_zone: zone, ...app };
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

async function requireInstalled(session: Session, packageName: string, signal: AbortSignal): Promise<void> {
  if (!(await isInstalled(session, packageName, signal))) throw notInstalled(session, packageName);
}

/** Errors: INVALID_ARGUMENT; UNSUPPORTED_ON_DEVICE for the language of the whole system. */
function wantedLocale(
  session: Session,
  packageName: string | null,
  locale: string | undefined,
): readonly WantedState[] {
  if (locale === undefined && packageName === null) return [];
  if (locale === undefined) throw new FoveaError("INVALID_ARGUMENT", "`package` belongs to `locale`");
  const value = locale === SYSTEM_LOCALE ? null : parseLocales(locale);
  if (value === undefined)
    throw new FoveaError("INVALID_ARGUMENT", `locale: ${cutName(locale)} is not a list of language tags`, {
      hint: "Write tags as de-DE, zh-Hant-TW, or several with commas: de-DE,en; `default` is the system's own.",
    });
  if (packageName === null) throw wholeSystem(session);
  return [{ state: appLocale(packageName), value }];
}

/**
 * The error for the language of the whole system: only the system's own settings change it
 * (ActivityManager.updatePersistentConfiguration, LocalePicker).
 */
function wholeSystem(session: Session): FoveaError {
  const message = `the language of the whole device cannot be changed from adb's shell on ${session.device.serial}`;
  const hint =
    "Give `package` for the language of one app (from Android 13 on); else open com.android.settings with open_app: System, then Languages.";
  return unsupported(session, message, hint);
}

function wantedStates(request: DisplayRequest): readonly WantedState[] {
  const { size, density, fontPercent, dark, animations, stayAwake, timeZone: zone } = request;
  const one = (state: DeviceState, value: string | undefined) => (value === undefined ? [] : [{ state, value }]);
  return [
    ...one(displaySize, size),
    ...one(displayDensity, density?.toString()),
    ...one(FONT_SCALE, fontPercent === undefined ? undefined : String(fontPercent / 100)),
    ...one(darkTheme, dark === undefined ? undefined : dark ? "yes" : "no"),
    ...ANIMATIONS.flatMap((state) => one(state, animations === undefined ? undefined : animations ? "1" : "0")),
    ...one(STAY_ON, stayAwake === undefined ? undefined : stayAwake ? "7" : "0"),
    ...one(timeZone, zone),
  ];
}

function wordOf(state: DeviceState): string {
  if (ANIMATIONS.includes(state)) return "animations";
  if (state === FONT_SCALE) return "size of fonts";
  return state === STAY_ON ? "staying awake" : state.name;
}

/** Outside these limits a phone cannot be used, and may not recover by itself. */
const SIDES = { least: 320, most: 8_000 } as const;

function requireSensible({ size }: DisplayRequest): void {
  if (size === undefined) return;
  const [width = 0, height = 0] = size.split("x").map(Number);
  const isFit = [width, height].every((side) => side >= SIDES.least && side <= SIDES.most);
  if (isFit) return;
  const message = `size: each side has to have ${SIDES.least} to ${SIDES.most} pixels, as 1080x1920`;
  throw new FoveaError("INVALID_ARGUMENT", message);
}

/** One property of the display. */
export interface DisplayFact {
  readonly name: string;
  /** Null if it is the device's default. */
  readonly value: string | null;
  /** Why the value is unknown. */
  readonly unknown?: string;
}

/**
 * The properties of the display, and the language of an app if one is named. A property that the release does not have
 * says why. Errors: INVALID_ARGUMENT, APP_NOT_FOUND, as askPhone.
 */
export async function readDisplay(
  session: Session,
  packageName: string | undefined,
  signal: AbortSignal,
): Promise<readonly DisplayFact[]> {
  const locales = packageName === undefined ? [] : [appLocale(requirePackage(packageName))];
  if (packageName !== undefined) await requireInstalled(session, packageName, signal);
  const phone = await askPhone(session.device, signal);
  const states = [displaySize, displayDensity, FONT_SCALE, darkTheme, ...ANIMATIONS, STAY_ON, timeZone, ...locales];
  const facts: DisplayFact[] = [];
  for (const state of states) {
    try {
      facts.push({ name: state.name, value: await state.read(phone, signal) });
    } catch (error) {
      if (!(error instanceof FoveaError) || signal.aborted || error.code === "DEVICE_DISCONNECTED") throw error;
      facts.push({ name: state.name, value: null, unknown: error.message });
    }
  }
  return facts;
}

export function factLine({ name, value, unknown }: DisplayFact): string {
  return `${name}: ${unknown === undefined ? valueWords(value) : `unknown (${unknown})`}`;
}
