import type { CommandCall } from "../command.js";
import type { PackageState } from "../package-state.js";
import { complain, print } from "../shell-command.js";
import { wordsOf } from "./install.js";
import { isUser, packagesOf, userIn } from "./user-packages.js";

/** `list packages|features|users|libraries …`. */
export async function list(call: CommandCall, args: readonly string[]): Promise<number> {
  const [kind, ...rest] = args;
  switch (kind) {
    case "package":
    case "packages":
      return listPackages(call, rest);
    case "features":
      return print(call, ...FEATURES.map((feature) => `feature:${feature}`));
    case "libraries":
      return print(call, ...LIBRARIES.map((library) => `library:${library}`));
    case "users":
      return listUsers(call);
    case undefined:
      return complain(call, "Error: didn't specify type of data to list");
    default:
      return complain(call, `Error: unknown list type '${kind}'`);
  }
}

/** `path PACKAGE`: prints nothing and exits with 1 if the package is not installed. */
export async function path(call: CommandCall, args: readonly string[]): Promise<number> {
  const [name] = wordsOf(args, ["--user"]);
  if (name === undefined) return complain(call, "Error: no package specified");
  const state = call.phone.state();
  const one = packagesOf(state, userIn(state, args, 0)).find(({ packageName }) => packageName === name);
  return one ? print(call, `package:${one.apkPath}`) : 1;
}

const KNOWN_FLAGS = ["-3", "-s", "-f", "-U", "-e", "-i", "-a", "-d", "-u", "-l", "--show-versioncode", "--apex-only"];

async function listPackages(call: CommandCall, args: readonly string[]): Promise<number> {
  const flags = args.filter((arg, index) => arg.startsWith("-") && args[index - 1] !== "--user");
  const { apiLevel } = call.phone.build;
  const unknown = flags.find((flag) => flag !== "--user" && flag !== "--uid" && !KNOWN_FLAGS.includes(flag));
  if (unknown !== undefined || (apiLevel <= 25 && flags.includes("--show-versioncode"))) {
    return complain(call, `Error: Unknown option: ${unknown ?? "--show-versioncode"}`);
  }
  const state = call.phone.state();
  // PackageManagerShellCommand.runListPackages: without the option, UserHandle.USER_SYSTEM.
  const user = userIn(state, args, 0);
  // The phone has no disabled packages.
  if (!isUser(state, user) || flags.includes("-d") || flags.includes("--apex-only")) return 0;
  const [filter = ""] = wordsOf(args, ["--user", "--uid"]);
  const uid = args.includes("--uid") ? Number(args[args.indexOf("--uid") + 1]) : null;
  const chosen = packagesOf(state, user)
    .filter((one) => one.packageName.includes(filter))
    .filter((one) => uid === null || one.uid === uid)
    .filter((one) => !(flags.includes("-3") && one.isSystem) && !(flags.includes("-s") && !one.isSystem));
  return print(call, ...chosen.map((one) => packageLine(one, flags)));
}

/** `package:PATH=NAME versionCode:N  installer=null uid:N`; each part only if its flag is given. */
function packageLine(one: PackageState, flags: readonly string[]): string {
  const parts = [
    "package:",
    flags.includes("-f") ? `${one.apkPath}=` : "",
    one.packageName,
    flags.includes("--show-versioncode") ? ` versionCode:${one.versionCode}` : "",
    flags.includes("-i") ? "  installer=null" : "",
    flags.includes("-U") ? ` uid:${one.uid}` : "",
  ];
  return parts.join("");
}

async function listUsers(call: CommandCall): Promise<number> {
  const isNew = call.phone.build.apiLevel >= 30;
  const added = call.phone.state().users?.added ?? [];
  const lines = added.map(({ id, name }) => `\tUserInfo{${id}:${name}:${isNew ? "410" : "10"}} running`);
  return await print(call, "Users:", `\tUserInfo{0:Owner:${isNew ? "c13" : "13"}} running`, ...lines);
}

/** `create-user NAME`. */
export async function createUser(call: CommandCall, args: readonly string[]): Promise<number> {
  const name = args.filter((word) => !word.startsWith("-")).at(-1);
  if (name === undefined) return complain(call, "Error: no user name specified.");
  const id = call.phone.managers?.users.add(name);
  return id === undefined
    ? complain(call, "Error: couldn't create User.")
    : print(call, `Success: created user id ${id}`);
}

/** The features of the virtual phone, by the names of PackageManager.FEATURE_…. */
const FEATURES = [
  "reqGlEsVersion=0x30000",
  "android.hardware.faketouch",
  "android.hardware.screen.landscape",
  "android.hardware.screen.portrait",
  "android.hardware.touchscreen",
  "android.hardware.touchscreen.multitouch",
  "android.hardware.touchscreen.multitouch.distinct",
  "android.software.home_screen",
  "android.software.input_methods",
];

const LIBRARIES = ["android.test.base", "android.test.mock", "android.test.runner"];
