import type { VirtualDevice } from "../../packages/virtual-android/src/virtual-device.js";

/** The programs that are started on a phone from here on, each with its arguments joined by blanks. */
export function recordStarts({ faults }: VirtualDevice): readonly string[] {
  const noted: string[] = [];
  const { faultFor: strike } = faults;
  faults.faultFor = (target, text) => {
    if (target === "command") noted.push(text);
    return strike.call(faults, target, text);
  };
  return noted;
}
