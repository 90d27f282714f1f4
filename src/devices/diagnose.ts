import { type FoveaError, recoveriesOf, toFoveaError } from "../base/errors.js";
import type { Companion } from "../base/options/choices.js";
import { endpointName, isLocalHost } from "./adb/adb-server.js";
import { type AdbBinary, findAdb } from "./adb/find-adb.js";
import type { SignedApk } from "./companion/apk/sign-apk.js";
import { type CompanionDiagnosis, diagnoseCompanion } from "./companion/diagnose-companion.js";
import { diagnoseService, type ServiceDiagnosis } from "./companion/diagnose-service.js";
import { PACKAGE } from "./companion/names.js";
import type { DeviceEntry, DeviceProblem } from "./device-entry.js";
import { type DeviceRegistry, type DevicesOptions, openDevices } from "./devices.js";
import { selectDevice } from "./select-device.js";

/** How this host reaches devices, and the problems on the way; plain data for `fovea doctor`. */
export interface Diagnosis {
  readonly adb: AdbBinary;
  readonly server: {
    /** `127.0.0.1:5037` */
    readonly address: string;
    /** Null if no adb server answers. */
    readonly version: number | null;
  };
  readonly devices: readonly DeviceEntry[];
  /** The state of the companion service on each usable device. */
  readonly services: readonly ServiceDiagnosis[];
  /** The source that a server would use for each of them. */
  readonly companions: readonly CompanionDiagnosis[];
  /**
   * The problems and how to solve them, the most urgent first. Empty if the device of the options is usable, or if they
   * name no device and at least one is usable.
   */
  readonly problems: readonly DeviceProblem[];
}

export interface DiagnoseOptions extends DevicesOptions {
  /** The companion as this host signs it; null or absent if it has no key. */
  readonly ownService?: SignedApk | null;
  readonly companion: Companion;
}

/** Diagnoses without starting anything: no adb server, no process. Throws only the signal's reason. */
export async function diagnose(options: DiagnoseOptions, signal: AbortSignal): Promise<Diagnosis> {
  const { host = "127.0.0.1", port = 5037, env = {} } = options;
  const adb = findAdb(env);
  await using registry = openDevices({ ...options, startServer: false });
  const version = await attempt(registry.serverVersion(signal), signal);
  const devices = version.error ? { value: [] } : await attempt(registry.list(signal), signal);
  const error = version.error ?? devices.error;
  const companions = await diagnoseCompanions(registry, devices.value ?? [], options, signal);
  return {
    adb,
    server: { address: endpointName({ host, port }), version: version.value ?? null },
    devices: devices.value ?? [],
    ...companions,
    problems: error
      ? [serverProblem(error, { adb, host })]
      : [...deviceProblems(devices.value ?? [], options.serial), ...foreignProblems(companions.services, options)],
  };
}

async function diagnoseCompanions(
  registry: DeviceRegistry,
  devices: readonly DeviceEntry[],
  { ownService = null, companion }: DiagnoseOptions,
  signal: AbortSignal,
): Promise<Pick<Diagnosis, "services" | "companions">> {
  const usable = devices.filter(({ problem }) => problem === null);
  const found = usable.map(async ({ serial }) => {
    const { value: device } = await attempt(registry.get(serial, signal), signal);
    if (device === undefined) return [];
    const service = await diagnoseService(device, ownService, signal);
    return [{ service, companion: await diagnoseCompanion(device, { companion, service }, signal) }];
  });
  const companions = (await Promise.all(found)).flat();
  return {
    services: companions.map(({ service }) => service),
    companions: companions.map((companion) => companion.companion),
  };
}

interface Attempt<T> {
  readonly value?: T;
  readonly error?: FoveaError;
}

async function attempt<T>(work: Promise<T>, signal: AbortSignal): Promise<Attempt<T>> {
  try {
    return { value: await work };
  } catch (error) {
    signal.throwIfAborted();
    return { error: toFoveaError(error) };
  }
}

function serverProblem(error: FoveaError, { adb, host }: { adb: AdbBinary; host: string }): DeviceProblem {
  const { code, message, hint } = error;
  if (code !== "ADB_SERVER_UNREACHABLE") return { code, message, hint };
  if (!isLocalHost(host)) return { code, message, hint: "Start it on that host with `adb -a nodaemon server`." };
  if (adb.path !== null) return { code, message, hint: STARTED_BY_CALLS };
  return {
    code: "ADB_NOT_FOUND",
    message: `${message}; no adb was found on this host either`,
    hint: "Install Android platform-tools (`apt install adb`, `brew install android-platform-tools`, `winget install Google.PlatformTools`), or name a running adb server.",
  };
}

const STARTED_BY_CALLS = "The first call of Fovea starts it; `adb start-server` does so by hand.";

function deviceProblems(devices: readonly DeviceEntry[], wanted: string | undefined): readonly DeviceProblem[] {
  if (wanted !== undefined && devices.length > 0) return problemsOfOne(devices, wanted);
  if (devices.some((device) => device.problem === null)) return [];
  const problems = devices.flatMap((device) => (device.problem === null ? [] : [device.problem]));
  if (problems.length > 0) return problems;
  return [
    {
      code: "NO_DEVICE",
      message: "the adb server knows no device",
      hint: "Connect a phone with USB debugging on (Settings, Developer options), or start `fovea virtual-device`.",
    },
  ];
}

/**
 * The problem of a service with a foreign certificate: it cannot be used by this host, and anyone may have built it.
 */
function foreignProblems(
  services: readonly ServiceDiagnosis[],
  { companion, serial }: DiagnoseOptions,
): readonly DeviceProblem[] {
  if (companion === "off" || companion === "shell") return [];
  return services.flatMap(({ device, build }): readonly DeviceProblem[] => {
    if (build !== "foreign" || (serial !== undefined && serial !== device)) return [];
    const message = `${PACKAGE} on ${device} was not installed with this host's key, so it is not used`;
    return [{ code: "ON_DEVICE_FOREIGN_CERTIFICATE", message, hint: recoveriesOf("ON_DEVICE_FOREIGN_CERTIFICATE")[0] }];
  });
}

/** The problems of the device that calls without a name would use, which is chosen in the same way. */
function problemsOfOne(devices: readonly DeviceEntry[], wanted: string): readonly DeviceProblem[] {
  try {
    selectDevice(devices, wanted);
    return [];
  } catch (error) {
    const { code, message, hint } = toFoveaError(error);
    return [{ code, message, hint }];
  }
}
