import { MemoryFiles } from "../../packages/virtual-android/src/files.js";
import type { Phone } from "../../packages/virtual-android/src/phone.js";
import type {
  BuildState,
  FormatFamily,
  PhoneState,
  ProcessState,
} from "../../packages/virtual-android/src/phone-state.js";

export interface PlainPhoneOptions {
  readonly apiLevel?: number;
  readonly serialNumber?: string;
  /** Milliseconds since the epoch; the host's clock if absent. */
  readonly now?: () => number;
  readonly processes?: readonly ProcessState[];
}

/** A phone without screen and apps: it has files, facts about its build, and a boot id that a reboot changes. */
export interface PlainPhone extends Phone {
  readonly files: MemoryFiles;
  boots: number;
}

export function plainPhone(options: PlainPhoneOptions = {}): PlainPhone {
  const { apiLevel = 33, serialNumber = "PLAIN0001", now = Date.now, processes = [] } = options;
  const phone: PlainPhone = {
    boots: 1,
    files: MemoryFiles.create(() => Math.floor(now() / 1000)),
    get build() {
      return buildOf(apiLevel, serialNumber, phone.boots);
    },
    state: () => stateOf(phone.build, now(), processes),
    pixels: () => ({ width: 2, height: 2, rgba: new Uint8Array(16), hasSecureContent: false }),
    accessibilityWindows: () => [],
    stillness: () => ({ uptimeMs: 0, quietMs: Number.POSITIVE_INFINITY }),
    atOneMoment: (run) => run(),
    touchDown() {},
    touchMove() {},
    touchUp() {},
    touchCancel() {},
    key() {},
    typeText() {},
    inputLagMs: () => 0,
    startActivity: () => null,
    launch: () => ({ outcome: "unresolved", component: null, launchState: "UNKNOWN", totalTimeMs: 0 }),
    forceStop() {},
    setRotation() {},
    setSizeOverride() {},
    setDensityOverride() {},
    putSetting() {},
    resetFrameStats() {},
    setUiAutomationConnected() {},
    setShade() {},
    dismissKeyguard() {},
  };
  return phone;
}

const FAMILIES: readonly FormatFamily[] = [24, 28, 30, 33, 36];

function buildOf(apiLevel: number, serialNumber: string, boots: number): BuildState {
  return {
    apiLevel,
    family: FAMILIES.findLast((family) => family <= apiLevel) ?? 24,
    release: "13",
    model: "Plain_Phone",
    manufacturer: "Fovea",
    device: "plain",
    serialNumber,
    bootId: `00000000-0000-4000-8000-${String(boots).padStart(12, "0")}`,
    fingerprint: "fovea/plain/plain:13/TEST/1:user/release-keys",
  };
}

function stateOf(build: BuildState, wallClockMs: number, processes: readonly ProcessState[]): PhoneState {
  const size = { width: 2, height: 2 };
  return {
    build,
    uptimeMs: 90_000,
    wallClockMs,
    display: {
      displayId: 0,
      physicalId: "1",
      name: "Built-in Screen",
      uniqueId: "local:1",
      physicalSize: size,
      physicalDensity: 160,
      overrideSize: null,
      overrideDensity: null,
      size,
      density: 160,
      rotation: 0,
      appSize: size,
      refreshRate: 60,
      cutout: null,
      isOn: true,
      userRotationLocked: false,
      userRotation: 0,
    },
    insets: [],
    windows: [],
    focusedWindow: null,
    focusedActivity: null,
    tasks: [],
    ime: {
      isVisible: false,
      wasShown: false,
      frame: null,
      height: 0,
      currentMethod: "",
      targetWindowHash: null,
      inputPackage: null,
    },
    power: { wakefulness: "Awake", isInteractive: true, batteryLevel: 100, isPlugged: true, lastUseMs: 0 },
    keyguard: { isShowing: false, isSecure: false, isOccluded: false },
    processes,
    packages: [],
    accessibility: { enabled: [], bound: [], crashed: [], isUiAutomationConnected: false },
    settings: { system: new Map(), secure: new Map(), global: new Map() },
    properties: new Map(),
  };
}
