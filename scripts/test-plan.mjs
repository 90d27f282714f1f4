// Which tests are no part of the many that share a process: a file or a folder (with a slash at its end) in a line.

/** Long proofs: run by `npm run test:slow` and by the gate. */
export const SLOW = [
  // every fault, what memory a long run takes, every place where a call can be cancelled
  "reliability/",
  "observe/faults",
  "observe/cancel",
  "observe/torn",
  // a contract over every phone that was recorded
  "phone-file/contract",
  "phone-file/half-contract",
  // thousands of phones that change between look and touch
  "actions/no-blind-tap",
  "actions/no-blind-tap-meanwhile",
  "actions/on-device/no-blind-tap",
  "actions/gap-seeded",
  "actions/hostile",
  "actions/hostile-real-adb",
  "actions/same-picture",
  "actions/diff-truth",
  // hostile input through every tool
  "hostile/device-shell",
  "hostile/giant",
  // thousands of generated screens
  "hierarchy-cache/mutations",
  "screen/unmoved",
  "vision/marks",
  // whole programs: the demo, models, the packed package
  "cli/demo",
  "cli/models",
  "cli/trace-files",
  "package",
];

/** About processes: signals, memory, crashes, what the process as a whole prints or holds. */
export const ALONE = ["devices/apk/manifest", "observe/parse/xml-text", "virtual-device/real-adb"];
