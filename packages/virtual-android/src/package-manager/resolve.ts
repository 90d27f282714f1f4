import type { CommandCall } from "../command.js";
import { shortComponent } from "../dumps/tokens.js";
import { hostOf } from "../framework/packages.js";
import type { ActivityFilter, PackageState } from "../package-state.js";
import type { PhoneState } from "../phone-state.js";
import { complain, print } from "../shell-command.js";
import { currentUser, packagesOf } from "./user-packages.js";

/** `resolve-activity [--brief|--components] INTENT`: prints the activity that would be started. */
export async function resolveActivity(call: CommandCall, args: readonly string[]): Promise<number> {
  const query = parseIntent(args);
  if ("error" in query) return complain(call, query.error);
  const [best] = activitiesFor(call.phone.state(), query);
  if (best === undefined) return print(call, "No activity found");
  return print(call, ...describe(best, { ...query, owners: call.phone.state().packages }, "", true));
}

/** `query-activities [--brief|--components] INTENT`: prints all activities that could be started. */
export async function queryActivities(call: CommandCall, args: readonly string[]): Promise<number> {
  const query = parseIntent(args);
  if ("error" in query) return complain(call, query.error);
  const state = call.phone.state();
  const asked = { ...query, owners: state.packages };
  const found = activitiesFor(state, query);
  if (found.length === 0) return print(call, "No activities found");
  if (query.onlyComponents) return print(call, ...found.flatMap((one) => describe(one, asked, "", false)));
  return print(
    call,
    `${found.length} activities found:`,
    ...found.flatMap((one, index) => [`  Activity #${index}:`, ...describe(one, asked, "    ", false)]),
  );
}

interface IntentQuery {
  readonly isBrief: boolean;
  readonly onlyComponents: boolean;
  readonly action: string | null;
  readonly categories: readonly string[];
  readonly packageName: string | null;
  readonly component: string | null;
  readonly data: string | null;
}

interface Found {
  readonly packageName: string;
  readonly className: string;
}

const MAIN = "android.intent.action.MAIN";
const LAUNCHER = "android.intent.category.LAUNCHER";
const HOME = "android.intent.category.HOME";
const INFO = "android.intent.category.INFO";

const VALUED = ["-a", "-c", "-d", "-p", "-n", "-t", "-f", "--user", "--query-flags"];

/** The parts of Intent.parseCommandArgs that select an activity. */
function parseIntent(args: readonly string[]): IntentQuery | { readonly error: string } {
  const values = new Map<string, string[]>();
  const words: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (VALUED.includes(arg)) {
      const value = args[at + 1];
      if (value === undefined) return { error: `Error: Argument expected after "${arg}"` };
      values.set(arg, [...(values.get(arg) ?? []), value]);
      at += 1;
    } else if (!arg.startsWith("-")) words.push(arg);
    else if (!["--brief", "--components"].includes(arg)) return { error: `Error: Unknown option: ${arg}` };
  }
  const [word] = words;
  const isComponent = word?.includes("/") === true && !word.includes(":");
  const isPackage = word !== undefined && !isComponent && !word.includes(":");
  const given = values.get("-c") ?? [];
  return {
    isBrief: args.includes("--brief"),
    onlyComponents: args.includes("--components"),
    // A single word that is not a URI makes the intent of a launcher icon.
    action: values.get("-a")?.at(-1) ?? (isPackage || isComponent ? MAIN : null),
    categories: given.length === 0 && isPackage ? [LAUNCHER] : given,
    packageName: values.get("-p")?.at(-1) ?? (isPackage ? word : null),
    component: values.get("-n")?.at(-1) ?? (isComponent ? word : null),
    data: values.get("-d")?.at(-1) ?? (word?.includes(":") ? word : null),
  };
}

/** `mTargetUser` is the current user, so only this user's packages count. */
function activitiesFor(phone: PhoneState, query: IntentQuery): readonly Found[] {
  const state = { ...phone, packages: packagesOf(phone, currentUser(phone)) };
  const known = [...launcherActivities(state), ...homeActivities(state)];
  if (query.component !== null) {
    const wanted = query.component;
    const isWanted = (one: Found): boolean =>
      wanted === shortComponent(one.packageName, one.className) || wanted === `${one.packageName}/${one.className}`;
    return known.filter(isWanted).slice(0, 1);
  }
  if (query.action !== MAIN) return takers(state, query);
  if (query.data !== null) return [];
  const pool = query.categories.includes(HOME) ? homeActivities(state) : launcherActivities(state);
  if (!query.categories.every((category) => [LAUNCHER, HOME, INFO, DEFAULT].includes(category))) return [];
  return pool.filter((one) => query.packageName === null || one.packageName === query.packageName);
}

/** The activities whose filters match the intent, by its action and the scheme of its data. */
function takers(state: PhoneState, { action, data, packageName: only }: IntentQuery): readonly Found[] {
  const scheme = data?.split(":")[0] ?? null;
  const takes = (one: ActivityFilter) =>
    one.action === action &&
    one.types === undefined &&
    (one.hosts === undefined || one.hosts.includes(hostOf(data))) &&
    (scheme === null ? one.schemes === undefined : one.schemes?.includes(scheme) === true);
  return state.packages
    .filter(({ packageName }) => only === null || packageName === only)
    .flatMap(({ packageName, filters = new Map() }) =>
      [...filters].flatMap(([className, own]) => (own.some(takes) ? [{ packageName, className }] : [])),
    );
}

const DEFAULT = "android.intent.category.DEFAULT";

function launcherActivities(state: PhoneState): readonly Found[] {
  return state.packages.flatMap(({ packageName, launcherActivity }) =>
    launcherActivity === null ? [] : [{ packageName, className: launcherActivity }],
  );
}

/** The home screen is the root of the home task. */
function homeActivities(state: PhoneState): readonly Found[] {
  const root = state.tasks.find((task) => task.kind === "home")?.activities.at(-1);
  return root ? [{ packageName: root.packageName, className: root.className }] : [];
}

/** The part of ApplicationInfo.dump from which the label can be found: PackageItemInfo.dumpFront, sourceDir. */
function describeApp(owner: PackageState | undefined, prefix: string): readonly string[] {
  if (owner === undefined) return [`${prefix}ApplicationInfo: null`];
  const { packageName, label, labelResource, uid, apkPath } = owner;
  const plain = labelResource === undefined ? label : null;
  return [
    `${prefix}ApplicationInfo:`,
    `${prefix}  packageName=${packageName}`,
    `${prefix}  labelRes=0x${(labelResource ?? 0).toString(16)} nonLocalizedLabel=${plain} icon=0x7f020000 banner=0x0`,
    `${prefix}  processName=${packageName}`,
    `${prefix}  taskAffinity=${packageName}`,
    `${prefix}  uid=${uid} flags=0x30c8be44 privateFlags=0x0 theme=0x0`,
    `${prefix}  sourceDir=${apkPath}`,
  ];
}

function describe(
  found: Found,
  query: IntentQuery & { readonly owners: readonly PackageState[] },
  prefix: string,
  isDefault: boolean,
): readonly string[] {
  const owner = query.owners.find(({ packageName }) => packageName === found.packageName);
  const component = shortComponent(found.packageName, found.className);
  if (query.onlyComponents) return [prefix + component];
  const match = `${prefix}priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=${isDefault}`;
  if (query.isBrief) return [match, prefix + component];
  return [
    match,
    `${prefix}ActivityInfo:`,
    `${prefix}  name=${found.className}`,
    `${prefix}  packageName=${found.packageName}`,
    `${prefix}  enabled=true exported=true directBootAware=false`,
    ...describeApp(owner, `${prefix}  `),
  ];
}
