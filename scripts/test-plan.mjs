// Which tests are no part of the many that share a process: a file or a folder (with a slash at its end) in a line.

/** Long proofs: run by `npm run test:slow` and by the gate. */
export const SLOW = ["reliability/", "vision/marks", "cli/demo", "cli/trace-files", "package"];

/** About processes: signals, memory, crashes, what the process as a whole prints or holds. */
export const ALONE = ["devices/apk/manifest", "observe/parse/xml-text"];
