import { FoveaError } from "./errors.js";
import { pathOf, stringOf } from "./option-values.js";

/** The options of recording phones, part of the one table in `config.ts`. */
export const RECORDING_OPTIONS = [
  {
    flag: "--record-device",
    env: "FOVEA_RECORD_DEVICE",
    key: "recordDevice",
    type: "string",
    default: null,
    doc: "Folder to record the device in: every adb exchange with it, to be played by `fovea virtual-device --from` (docs/phones-in-a-file.md).",
    example: "phones/crash-on-login",
  },
  {
    flag: "--record-device-cap",
    env: "FOVEA_RECORD_DEVICE_CAP",
    key: "recordDeviceCapMb",
    type: "integer",
    default: "2000",
    doc: "Megabytes that such a recording may take; it stops there, and says so.",
  },
] as const;

export interface RecordingConfig {
  /** Undefined for no recording. */
  readonly recordDevice: string | undefined;
  readonly recordDeviceCapMb: number;
}

type ReadOption = <Value>(
  key: (typeof RECORDING_OPTIONS)[number]["key"],
  read: (value: unknown, name: string) => Value,
) => Value;

/** Errors: INVALID_ARGUMENT. */
export function readRecordingOptions(option: ReadOption): RecordingConfig {
  return {
    recordDevice: option("recordDevice", pathOf),
    recordDeviceCapMb: option("recordDeviceCapMb", megabytesOf),
  };
}

function megabytesOf(value: unknown, name: string): number {
  const text = typeof value === "number" ? String(value) : (stringOf(value, name) ?? "2000");
  if (/^\d{1,7}$/.test(text) && Number(text) >= 1) return Number(text);
  throw new FoveaError("INVALID_ARGUMENT", `${name} has to be a whole number of megabytes, 1 or more`);
}
