import { integerOf } from "./text.js";

/** The parts of `Window{hash uN title}`, and of the vendor form `Window{package:hash uN title type=N }`. */
export interface WindowName {
  readonly hash: string;
  readonly userId: number | null;
  readonly title: string;
  readonly isExiting: boolean;
  /** The package that some vendors put before the hash. */
  readonly ownerPackage: string | null;
  /** LayoutParams.type if a vendor prints it, for example 2011. */
  readonly layoutType: number | null;
}

export interface ComponentName {
  readonly package: string;
  /** The full class name. */
  readonly activity: string;
  /** Android's short form: `package/.Class` if the class is in the package. */
  readonly component: string;
}

// Titles are free text and may contain spaces and braces, so only the last brace of the line closes the window. Samsung
// prints the display between user and title up to Android 8: `Window{c34b346 u0 d0 com.x/com.x.Main}`. The blank
// before a title that begins with a line end was removed with those at the end of the line.
const WINDOW = /^Window\{(?:([\w.]+):)?(\w+) u(all|-?\d+)\s(?:d\d+ )?(.*)\}$/s;
/** The longest title that is read: an app may set a title of megabytes. */
const MOST_TITLE = 2_000;
const VENDOR_TYPE = / type=(\d+) ?$/;

/** Reads `Window{…}`; undefined for `null` and for anything else. */
export function parseWindowName(text: string): WindowName | undefined {
  const found = WINDOW.exec(text.trim());
  if (!found) return undefined;
  const [, ownerPackage, hash, user, rest] = found;
  const type = VENDOR_TYPE.exec(rest ?? "");
  const named = (rest ?? "").slice(0, MOST_TITLE).replace(VENDOR_TYPE, "").trimEnd();
  const isExiting = named.endsWith(" EXITING");
  return {
    hash: hash ?? "",
    userId: integerOf(user),
    title: isExiting ? named.slice(0, -" EXITING".length) : named,
    isExiting,
    ownerPackage: ownerPackage ?? null,
    layoutType: integerOf(type?.[1]),
  };
}

const ACTIVITY_RECORD = /ActivityRecord\{\w+ (?:[ds]\d+ )*u(-?\d+) (?:d\d+ )?([\w.]+)\/([\w.$]+)\}?(?: t(-?\d+))?/;

export interface ActivityName extends ComponentName {
  readonly userId: number | null;
  readonly taskId: number | null;
}

/** The first `ActivityRecord{hash uN package/class tN}` in the text, also in Android 13's form `…/class} tN}`. */
export function parseActivityRecord(text: string): ActivityName | undefined {
  const found = ACTIVITY_RECORD.exec(text);
  if (!found) return undefined;
  const [, user, packageName, className, task] = found;
  if (packageName === undefined || className === undefined) return undefined;
  return { ...componentOf(packageName, className), userId: integerOf(user), taskId: integerOf(task) };
}

// `android` is the only package without a dot: the framework itself (ResolverActivity, the crash dialogs).
const COMPONENT_TITLE = /^(android|[A-Za-z_]\w*(?:\.\w+)+)\/((?:\.?[A-Za-z_$][\w$]*)(?:\.[\w$]+)*)$/;

/** A window title or `package/class` as a component; undefined if it is not one. */
export function parseComponent(text: string): ComponentName | undefined {
  const found = COMPONENT_TITLE.exec(text.trim());
  if (!found) return undefined;
  const [, packageName, className] = found;
  return packageName !== undefined && className !== undefined ? componentOf(packageName, className) : undefined;
}

function componentOf(packageName: string, className: string): ComponentName {
  const activity = className.startsWith(".") ? packageName + className : className;
  const short = activity.startsWith(`${packageName}.`) ? activity.slice(packageName.length) : activity;
  return { package: packageName, activity, component: `${packageName}/${short}` };
}
