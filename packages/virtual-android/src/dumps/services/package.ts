import { isRuntimePermission, isUserFixed } from "../../framework/permission-words.js";
import type { PackageState } from "../../package-state.js";
import type { PhoneState } from "../../phone-state.js";
import { formatTime, identityHash, type Lines, linesOf, NOW, type VersionedLine } from "../text.js";
import { shortComponent } from "../tokens.js";

/** `dumpsys package [PACKAGE]`: the launcher activities, then each package with its settings of user 0. */
export function dumpPackage(state: PhoneState, args: readonly string[]): Lines {
  const name = args.find((arg) => !arg.startsWith("-"));
  const packages = name === undefined ? state.packages : state.packages.filter((one) => one.packageName === name);
  if (name !== undefined && packages.length === 0) return [`Unable to find package: ${name}`];
  return [
    ...resolverTable(packages),
    "",
    "Key Set Manager:",
    ...packages.flatMap((one) => [`  [${one.packageName}]`, "      Signing KeySets: 1"]),
    "",
    "Packages:",
    ...packages.flatMap((one) => linesOf(state.build.apiLevel, packageTable(state, one))),
  ];
}

function resolverTable(packages: readonly PackageState[]): Lines {
  const entries = packages.flatMap((one) => (one.launcherActivity ? [launcherEntry(one, one.launcherActivity)] : []));
  if (entries.length === 0) return [];
  return ["Activity Resolver Table:", "  Non-Data Actions:", "      android.intent.action.MAIN:", ...entries.flat()];
}

function launcherEntry({ packageName }: PackageState, className: string): Lines {
  const component = shortComponent(packageName, className);
  return [
    `        ${identityHash(`info ${component}`)} ${component} filter ${identityHash(`filter ${component}`)}`,
    '          Action: "android.intent.action.MAIN"',
    '          Category: "android.intent.category.LAUNCHER"',
  ];
}

function packageTable(state: PhoneState, one: PackageState): readonly VersionedLine[] {
  const { packageName, versionCode, versionName, uid, apkPath, isSystem, minSdk = 24, targetSdk = 34 } = one;
  const folder = apkPath.slice(0, apkPath.lastIndexOf("/"));
  const installed = formatTime(state.wallClockMs - state.uptimeMs).slice(0, 19);
  const flags = `[ ${isSystem ? "SYSTEM " : ""}HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP ]`;
  return [
    [24, NOW, `  Package [${packageName}] (${identityHash(`setting ${packageName}`)}):`],
    [24, 32, `    userId=${uid % 100_000}`],
    [33, NOW, `    appId=${uid % 100_000}`],
    [24, NOW, `    pkg=Package{${identityHash(`package ${packageName}`)} ${packageName}}`],
    [24, NOW, `    codePath=${folder}`],
    [24, NOW, `    resourcePath=${folder}`],
    [24, NOW, "    legacyNativeLibraryDir=null"],
    [24, NOW, "    primaryCpuAbi=null"],
    [24, NOW, "    secondaryCpuAbi=null"],
    [24, NOW, `    versionCode=${versionCode} minSdk=${minSdk} targetSdk=${targetSdk}`],
    [24, NOW, `    versionName=${versionName}`],
    [24, NOW, "    splits=[base]"],
    [26, NOW, "    apkSigningVersion=2"],
    [24, NOW, `    applicationInfo=ApplicationInfo{${identityHash(`application ${packageName}`)} ${packageName}}`],
    [24, NOW, `    flags=${flags}`],
    [24, NOW, `    dataDir=/data/user/0/${packageName}`],
    [24, NOW, "    supportsScreens=[small, medium, large, xlarge, resizeable, anyDensity]"],
    [24, NOW, `    timeStamp=${installed}`],
    [24, NOW, `    firstInstallTime=${installed}`],
    [24, NOW, `    lastUpdateTime=${installed}`],
    [24, 27, `    signatures=PackageSignatures{${identityHash(`signatures ${packageName}`)} [${signatureOf(one)}]}`],
    [28, NOW, `    signatures=PackageSignatures{${signaturesLate(one)}}`],
    [24, NOW, "    installPermissionsFixed=true"],
    [24, NOW, `    pkgFlags=${flags}`],
    ...requestedLines(one),
    ...userTable(one),
    ...runtimeLines(state, one),
  ];
}

function requestedLines({ requestedPermissions = [] }: PackageState): readonly VersionedLine[] {
  if (requestedPermissions.length === 0) return [];
  const lines = ["    requested permissions:", ...requestedPermissions.map((name) => `      ${name}`)];
  return lines.map((line): VersionedLine => [24, NOW, line]);
}

function runtimeLines(
  { build }: PhoneState,
  { requestedPermissions = [], grantedPermissions = [], refusals = new Map() }: PackageState,
): readonly VersionedLine[] {
  const runtime = requestedPermissions.filter((name) => isRuntimePermission(name, build.apiLevel));
  return runtime.map((name): VersionedLine => {
    const isGranted = grantedPermissions.includes(name);
    const count = refusals.get(name) ?? 0;
    const decided = isGranted || count > 0 ? " USER_SET" : "";
    const flags = `${decided}${!isGranted && isUserFixed(count, build.apiLevel) ? "|USER_FIXED" : ""}`;
    return [24, NOW, `        ${name}: granted=${isGranted}, flags=[${flags} ]`];
  });
}

/** Signature.hashCode of the certificate. */
function signatureOf({ packageName, certificate }: PackageState): string {
  return certificate?.slice(0, 8) ?? identityHash(`certificate ${packageName}`);
}

function signaturesLate(one: PackageState): string {
  const hash = identityHash(`signatures ${one.packageName}`);
  return `${hash} version:2, signatures:[${signatureOf(one)}], past signatures:[]`;
}

function userTable({ isStopped = false }: PackageState): readonly VersionedLine[] {
  const installed = `installed=true hidden=false suspended=false stopped=${isStopped} notLaunched=false enabled=0`;
  return [
    [24, 25, `    User 0:  ${installed}`],
    [26, 27, `    User 0: ceDataInode=0 ${installed} instant=false`],
    [28, NOW, `    User 0: ceDataInode=0 ${installed} instant=false virtual=false`],
    [24, NOW, "      gids=[3003]"],
    [24, NOW, "      runtime permissions:"],
  ];
}
