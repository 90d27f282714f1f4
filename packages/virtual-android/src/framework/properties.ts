import type { BuildState } from "../phone-state.js";
import { DEFAULT_LOCALE } from "./app-locales.js";

interface Listed {
  readonly of: string;
  readonly properties: ReadonlyMap<string, string>;
}

/** The last list of each build, because every state of the phone needs the list. */
const listed = new WeakMap<BuildState, Listed>();

/** The properties that `getprop` lists, consistent with the build. */
export function propertiesOf(
  build: BuildState,
  density: number,
  overrides: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const of = JSON.stringify([density, ...overrides]);
  const known = listed.get(build);
  if (known?.of === of) return known.properties;
  const properties = allProperties(build, density, overrides);
  listed.set(build, { of, properties });
  return properties;
}

function allProperties(
  build: BuildState,
  density: number,
  overrides: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const entries = [
    ...buildProperties(build),
    ...DEVICE_PROPERTIES,
    ["ro.sf.lcd_density", String(density)] as const,
    ...overrides,
  ];
  return new Map(entries.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

const DEVICE_PROPERTIES: readonly (readonly [string, string])[] = [
  ["dalvik.vm.heapsize", "512m"],
  ["dev.bootcomplete", "1"],
  ["gsm.sim.state", "READY"],
  ["init.svc.adbd", "running"],
  ["init.svc.bootanim", "stopped"],
  ["init.svc.zygote", "running"],
  ["persist.sys.locale", DEFAULT_LOCALE],
  ["persist.sys.timezone", "UTC"],
  ["ro.build.characteristics", "default"],
  ["ro.build.date.utc", "1767225600"],
  ["ro.build.tags", "release-keys"],
  ["ro.build.type", "user"],
  ["ro.build.version.codename", "REL"],
  ["ro.build.version.incremental", "1"],
  ["ro.crypto.state", "encrypted"],
  ["ro.debuggable", "0"],
  ["ro.hardware", "virtual"],
  ["ro.product.cpu.abi", "arm64-v8a"],
  ["ro.product.cpu.abilist", "arm64-v8a"],
  ["ro.product.locale", DEFAULT_LOCALE],
  ["ro.secure", "1"],
  ["ro.zygote", "zygote64"],
  ["service.bootanim.exit", "1"],
  ["sys.boot_completed", "1"],
  ["sys.usb.state", "adb"],
];

function buildProperties(build: BuildState): readonly (readonly [string, string])[] {
  const id = build.fingerprint.split("/")[3] ?? "";
  const codename = build.apiLevel >= 30 ? [["ro.build.version.release_or_codename", build.release] as const] : [];
  return [
    ["ro.build.display.id", id],
    ["ro.build.fingerprint", build.fingerprint],
    ["ro.build.id", id],
    ["ro.build.product", build.device],
    ["ro.build.version.release", build.release],
    ["ro.build.version.sdk", String(build.apiLevel)],
    ["ro.product.brand", build.manufacturer.toLowerCase()],
    ["ro.product.device", build.device],
    ["ro.product.manufacturer", build.manufacturer],
    ["ro.product.model", build.model],
    ["ro.product.name", build.device],
    ["ro.serialno", build.serialNumber],
    ...codename,
  ];
}
