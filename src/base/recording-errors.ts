/** Codes of phones in a file, and the ways to recover; part of the one table in `errors.ts`. */
export const RECORDING_ERRORS = {
  RECORDING_UNWRITABLE: [
    "Name another folder with --record-device, a new one or that of a recording of the same device, on a disk with room.",
    "Go on without it: leave --record-device out.",
  ],
  RECORDING_UNREADABLE: ["Name the folder of a recording, with all that is in it: `fovea record-device` makes one."],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>;
