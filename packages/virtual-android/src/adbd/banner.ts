import type { BuildState } from "../phone-state.js";

/** The mode of the device: the first word of its banner, which the adb server shows as the state. */
export type DeviceMode = "device" | "recovery" | "sideload" | "bootloader";

/** The features of this adbd, with the API level that introduced each (android.md 9.2). */
const FEATURES: readonly (readonly [since: number, name: string])[] = [
  [24, "cmd"],
  [24, "shell_v2"],
  [28, "stat_v2"],
  [29, "apex"],
  [29, "fixed_push_mkdir"],
  [30, "abb_exec"],
  [30, "fixed_push_symlink_timestamp"],
  [30, "ls_v2"],
  [30, "sendrecv_v2"],
];

/** The features that a device of this API level offers. */
export function deviceFeatures(apiLevel: number): readonly string[] {
  return FEATURES.filter(([since]) => apiLevel >= since).map(([, name]) => name);
}

/** The product facts that the adb server lists with `devices -l`. */
export interface ProductNames {
  readonly product: string;
  readonly model: string;
  readonly device: string;
}

/** The product name of a virtual phone is its device name. */
export function productNames({ model, device }: BuildState): ProductNames {
  return { product: device, model, device };
}

/** The text of adbd's CNXN. */
export function deviceBanner(mode: DeviceMode, build: BuildState): string {
  return bannerOf(mode, productNames(build), deviceFeatures(build.apiLevel));
}

/** The banner of any product. */
export function bannerOf(mode: DeviceMode, names: ProductNames, features: readonly string[]): string {
  const { product, model, device } = names;
  const facts = `ro.product.name=${product};ro.product.model=${model};ro.product.device=${device};`;
  return `${mode}::${facts}features=${features.join(",")}`;
}
