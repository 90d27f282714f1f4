import { LABEL_RESOURCE } from "../apk/resource-table.js";
import type { ActivitySpec, App, Candidate, IntentFilter } from "../apps/app.js";
import type { PhoneIntent } from "../intent.js";
import type { AppOpMode, PackageState } from "../package-state.js";
import type { AppLinks } from "./app-links.js";

const FIRST_APP_UID = 10100;
const NONE_SET: ReadonlyMap<string, AppOpMode> = new Map();

/** An activity and its app. */
export interface FoundActivity {
  readonly app: App;
  readonly activity: ActivitySpec;
}

/** The installed apps, and the intents that they can open. */
export class Packages {
  #apps: readonly App[];
  readonly #uids = new Map<string, number>();
  readonly #appOps = new Map<string, AppOpMode>();
  readonly #manifests = new WeakMap<App, Manifest>();
  /** Whether the current user has only the preinstalled apps. */
  #hasOnlySystem = false;
  /** The mode of app-ops that were never set; some vendors restrict some of them. */
  readonly appOpDefaults = new Map<string, AppOpMode>();

  constructor(apps: readonly App[]) {
    this.#apps = apps;
    for (const app of apps) this.#giveUid(app.packageName);
  }

  /** Installs an app, or a new version of it. */
  add(app: App): void {
    this.#apps = [...this.#apps.filter((other) => other.packageName !== app.packageName), app];
    this.#giveUid(app.packageName);
  }

  /** Replaces an app by a new instance. */
  replace(app: App): void {
    this.#apps = this.#apps.map((other) => (other.packageName === app.packageName ? app : other));
  }

  remove(packageName: string): void {
    for (const op of this.appOps(packageName).keys()) this.setAppOp(packageName, op, null);
    this.#apps = this.#apps.filter((app) => app.packageName !== packageName);
  }

  /** From now on only preinstalled apps can be opened, or all apps. */
  offer(onlySystem: boolean): void {
    this.#hasOnlySystem = onlySystem;
  }

  #isOffered(app: App): boolean {
    return !this.#hasOnlySystem || app.isSystem === true;
  }

  all(): readonly App[] {
    return this.#apps;
  }

  find(packageName: string): App | undefined {
    return this.#apps.find((app) => app.packageName === packageName);
  }

  /** The mode of an app-op: the one that was set last, or the default. */
  appOp(packageName: string, op: string): AppOpMode {
    return this.#appOps.get(`${packageName} ${op}`) ?? this.appOpDefaults.get(op) ?? "allow";
  }

  /** The app-ops of a package that were set. */
  appOps(packageName: string): ReadonlyMap<string, AppOpMode> {
    if (this.#appOps.size === 0) return NONE_SET;
    const own = [...this.#appOps].filter(([key]) => key.startsWith(`${packageName} `));
    return new Map(own.map(([key, mode]) => [key.slice(packageName.length + 1), mode]));
  }

  /** Sets an app-op; `null` resets it to its default. */
  setAppOp(packageName: string, op: string, mode: AppOpMode | null): void {
    if (mode === null) this.#appOps.delete(`${packageName} ${op}`);
    else this.#appOps.set(`${packageName} ${op}`, mode);
  }

  uidOf(packageName: string): number {
    if (packageName === "android") return 1000;
    return this.#uids.get(packageName) ?? this.#giveUid(packageName);
  }

  #giveUid(packageName: string): number {
    const uid = this.#uids.get(packageName) ?? FIRST_APP_UID + this.#uids.size;
    this.#uids.set(packageName, uid);
    return uid;
  }

  /** The activity of a component name, `package/class` or `package/.Class`. */
  activityOf(component: string): FoundActivity | undefined {
    const { packageName, className } = splitComponent(component);
    const app = this.find(packageName);
    const activity = app?.activities.find((spec) => spec.className === className);
    return app && activity && this.#isOffered(app) ? { app, activity } : undefined;
  }

  /** All exported activities with a filter that matches the intent. */
  resolve(intent: PhoneIntent): readonly FoundActivity[] {
    const { packageName } = intent;
    const apps = this.#apps.filter(
      (one) => this.#isOffered(one) && (packageName ?? one.packageName) === one.packageName,
    );
    return apps.flatMap((app) =>
      app.activities.filter((activity) => takes(activity, intent)).map((activity) => ({ app, activity })),
    );
  }

  candidates(intent: PhoneIntent): readonly Candidate[] {
    return this.resolve(intent).map(({ app, activity }) => ({
      app,
      component: `${app.packageName}/${activity.className}`,
    }));
  }

  /**
   * The activities that the system offers for an intent. For a web address this is only the app whose link to the host
   * is verified, if there is exactly one. Apps with an unverified link are left out from Android 12 on; before, only
   * apps with a denied link.
   */
  offered(intent: PhoneIntent, links: AppLinks, apiLevel: number): readonly FoundActivity[] {
    const host = hostOf(intent.data);
    const all = this.resolve(intent);
    const claims = all.filter(({ activity }) =>
      activity.filters?.some(({ isAutoVerified, hosts }) => isAutoVerified && hosts?.includes(host)),
    );
    const stateOf = ({ app }: FoundActivity) => links.state(app.packageName, host);
    const verified = claims.filter((one) => stateOf(one) === "verified");
    if (verified.length === 1) return verified;
    const isLeftOut = (one: FoundActivity) =>
      claims.includes(one) && (stateOf(one) === "denied" || (apiLevel >= 31 && stateOf(one) === "none"));
    return all.filter((one) => !isLeftOut(one));
  }

  states(): readonly PackageState[] {
    return this.#apps.map((app) => ({
      ...this.#manifestOf(app),
      uid: this.uidOf(app.packageName),
      appOps: this.appOps(app.packageName),
    }));
  }

  #manifestOf(app: App): Manifest {
    const known = this.#manifests.get(app) ?? manifestOf(app);
    this.#manifests.set(app, known);
    return known;
  }
}

type Manifest = Omit<PackageState, "uid" | "appOps">;

/** The facts of an app that do not change while it is installed. */
function manifestOf(app: App): Manifest {
  const launcher = app.activities.find((activity) => activity.isLauncher);
  const folder = app.isSystem ? `/system/priv-app/${app.label.replace(/\W/g, "")}` : `/data/app/${app.packageName}-1`;
  return {
    packageName: app.packageName,
    label: app.label,
    ...(app.versionCode === undefined && { labelResource: LABEL_RESOURCE }),
    isSystem: app.isSystem ?? false,
    versionName: app.versionName ?? "1.0",
    versionCode: app.versionCode ?? 1,
    launcherActivity: launcher?.className ?? null,
    filters: new Map(app.activities.map(({ className, filters = [] }) => [className, filters])),
    apkPath: `${folder}/${app.isSystem ? app.label.replace(/\W/g, "") : "base"}.apk`,
    requestedPermissions: app.permissions ?? [],
    ...(app.certificate !== undefined && { certificate: app.certificate }),
    ...(app.minSdk !== undefined && { minSdk: app.minSdk }),
    ...(app.targetSdk !== undefined && { targetSdk: app.targetSdk }),
  };
}

/** The parts of `package/.Class`, with the full class name. */
export function splitComponent(component: string): { readonly packageName: string; readonly className: string } {
  const slash = component.indexOf("/");
  const packageName = component.slice(0, Math.max(0, slash));
  const name = component.slice(slash + 1);
  return { packageName, className: name.startsWith(".") ? packageName + name : name };
}

const MAIN = "android.intent.action.MAIN";

function takes(activity: ActivitySpec, intent: PhoneIntent): boolean {
  if (intent.action === MAIN) return takesMain(activity, intent);
  return (activity.filters ?? []).some((filter) => matches(filter, intent));
}

function takesMain(activity: ActivitySpec, intent: PhoneIntent): boolean {
  if (intent.categories.includes("android.intent.category.HOME")) return activity.isHome === true;
  if (intent.categories.includes("android.intent.category.LAUNCHER")) return activity.isLauncher === true;
  return activity.isLauncher === true && intent.packageName !== null;
}

/** IntentFilter.match of AOSP for actions, schemes and MIME types. */
function matches(filter: IntentFilter, intent: PhoneIntent): boolean {
  if (filter.action !== intent.action) return false;
  const scheme = intent.data?.split(":")[0] ?? null;
  if (filter.hosts && !filter.hosts.includes(hostOf(intent.data))) return false;
  const hasScheme = scheme === null ? filter.schemes === undefined : (filter.schemes ?? []).includes(scheme);
  const type = intent.type ?? null;
  if (type === null) return hasScheme && filter.types === undefined;
  return (scheme === null || hasScheme) && (filter.types ?? []).some((pattern) => matchesType(pattern, type));
}

/** The host of an address; "" if there is none. */
export function hostOf(address: string | null): string {
  return address !== null && URL.canParse(address) ? new URL(address).hostname : "";
}

function matchesType(pattern: string, type: string): boolean {
  return pattern === "*/*" || pattern === type || (pattern.endsWith("/*") && type.startsWith(pattern.slice(0, -1)));
}
