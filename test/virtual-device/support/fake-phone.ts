import type { PackageState } from "../../../packages/virtual-android/src/package-state.js";
import type { Phone } from "../../../packages/virtual-android/src/phone.js";
import type { PhoneState } from "../../../packages/virtual-android/src/phone-state.js";

/** What a fake phone was asked to do, one line per call. */
export interface FakePhone {
  readonly phone: Phone;
  readonly calls: readonly string[];
}

function never(): never {
  throw new Error("no command of these tests does this");
}

/** A phone that is only its state: settings, packages and properties change, everything else is only noted. */
export function fakePhone(initial: PhoneState, files: Readonly<Record<string, Uint8Array>> = {}): FakePhone {
  const cell: StateCell = { state: initial };
  const calls: string[] = [];
  const note = (...words: readonly unknown[]): void => {
    calls.push(words.map((word) => (typeof word === "string" ? word : JSON.stringify(word))).join(" "));
  };
  const phone: Phone = {
    ...UNUSED,
    ...packageMethods(cell),
    get build() {
      return cell.state.build;
    },
    state: () => cell.state,
    files: fakeFiles(files),
    forceStop: (name) => note("forceStop", name),
    setRotation: (mode, rotation) => note("setRotation", mode, rotation),
    setSizeOverride: (size) => note("setSizeOverride", size),
    setDensityOverride: (density) => note("setDensityOverride", density),
    resetFrameStats: (name) => note("resetFrameStats", name),
    setShade: (panel) => note("setShade", panel),
    dismissKeyguard: () => note("dismissKeyguard"),
    putSetting(namespace, key, value) {
      const table = new Map(cell.state.settings[namespace]);
      if (value === null) table.delete(key);
      else table.set(key, value);
      cell.state = { ...cell.state, settings: { ...cell.state.settings, [namespace]: table } };
    },
    setProperty(name, value) {
      cell.state = { ...cell.state, properties: new Map([...cell.state.properties, [name, value]]) };
    },
  };
  return { phone, calls };
}

interface StateCell {
  state: PhoneState;
}

const UNUSED = {
  pixels: never,
  accessibilityWindows: never,
  stillness: never,
  inputLagMs: never,
  atOneMoment: never,
  touchDown: never,
  touchMove: never,
  touchUp: never,
  touchCancel: never,
  key: never,
  typeText: never,
  startActivity: never,
  launch: never,
  setUiAutomationConnected: never,
};

type PackageMethods = Required<Pick<Phone, "installPackage" | "uninstallPackage" | "clearPackage">>;

function packageMethods(cell: StateCell): PackageMethods {
  return {
    installPackage(apk) {
      const { packageName, versionCode, versionName, launcherActivity, minSdk, targetSdk } = apk;
      const others = cell.state.packages.filter((one) => one.packageName !== packageName);
      const added: PackageState = {
        ...{ packageName, versionCode, versionName, launcherActivity, minSdk, targetSdk },
        ...{
          label: apk.label ?? packageName,
          uid: 10200,
          isSystem: false,
          apkPath: `/data/app/${packageName}/base.apk`,
        },
      };
      cell.state = { ...cell.state, packages: [...others, added] };
      return null;
    },
    uninstallPackage(name) {
      const found = cell.state.packages.find((one) => one.packageName === name);
      if (!found || found.isSystem) return false;
      cell.state = { ...cell.state, packages: cell.state.packages.filter((one) => one !== found) };
      return true;
    },
    clearPackage: (name) => cell.state.packages.some((one) => one.packageName === name),
  };
}

function fakeFiles(files: Readonly<Record<string, Uint8Array>>): Phone["files"] {
  return {
    read: (path) => files[path],
    write: never,
    append: never,
    remove: never,
    makeFolder: never,
    isFolder: never,
    list: never,
    stat: never,
  };
}
