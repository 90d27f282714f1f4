// The tests that do not run in the shared processes of `npm test`: a file, or a folder (with a final slash), per line.

/**
 * Slow tests that need no process of their own. The first lines of each, or of a test next to it, say which part of it
 * is in `npm test`.
 */
const LONG = [
  // many trials and generated cases; npm test runs a few of them
  "actions/conditions/verdict-trials",
  "actions/doubt-trials",
  "actions/made-apps-trials",
  "actions/no-effect-proven",
  "actions/text-misplaced-trials",
  "replay/perturbed",
  "vision/marks-rules",
  // hostile callers, each with every tool
  "hostile/callers",
  // whole programs: a real shell beside the phone's, one command after the other, a browser
  "cli/private-files",
  "trace/trace-page",
  "virtual-device/shell/differential",
];

/** Long proofs: run by `npm run test:slow` and by the gate. */
export const SLOW = [
  // every fault, the memory of a long run, every place where a call can be cancelled
  "reliability/",
  "observe/faults",
  "observe/cancel",
  "observe/assemble/inconsistent",
  // a browser at the phone's socket
  "observe/webview/chromium",
  // flows of skills, by Maestro and by us
  "skills/flows-of-skills",
  // an app explored to its end, several times
  "explore/explore",
  // flows over every app of the virtual phone, each also with a deliberate fault
  "replay/own-flows",
  "examples/ci",
  // each example of the documents, compiled and run
  "docs/examples-run",
  // a contract for every recorded phone
  "device-recording/contract",
  "device-recording/companion-contract",
  // thousands of phones that change between look and touch
  "actions/no-blind-tap",
  "actions/no-blind-tap-meanwhile",
  "actions/companion/no-blind-tap",
  "actions/gap-seeded",
  "actions/hostile",
  "actions/hostile-real-adb",
  "actions/targets/same-picture",
  "actions/diff-truth",
  // each tool of a group behind a real adb server, on four releases
  "tools/everyday-real-adb",
  // hostile input through every tool
  "hostile/device-shell",
  "hostile/giant",
  "hostile/grown",
  // a memory whose writers are killed
  "memory/killed",
  // every end of an agent's run, on its own phones
  "agent/ends",
  // tasks by computer-use models of three providers, each on its own phone
  "agent/computer-run",
  // an agent that is stopped at each request, and model answers of many megabytes
  "agent/hostile",
  // an agent that is killed at each of its writes
  "agent/killed",
  // a model that does whatever the screen says
  "agent/worst-case",
  // thousands of generated screens
  "hierarchy-cache/mutations",
  "screen/unmoved",
  "vision/marks",
  // test fixtures with phones, and the sample projects, each with its own test runner
  "library/testing/on-phone",
  "library/testing/phone-fixtures",
  "library/testing/samples",
  // touches of a person in real time
  "by-hand/touches-trials",
  // measures until the result is clear
  "bench/linear",
  // ten tasks on ten phones
  "bench/refs",
  "bench/ten-tasks",
  // a real NATS server, which is killed and started again
  "farm/nats-fabric",
  "farm/nats-cluster",
  "farm/nats-faults",
  "cli/farm",
  "cli/run-farm",
  "farm/nats-trials",
  "app/farm/host",
  // whole programs: a server that is killed, the demo, models, the packed package
  "server/killed-serve",
  "cli/demo",
  "cli/models",
  "cli/trace-long",
  "package",
  ...LONG,
];

/** Tests of `npm test` that the slow run repeats with more inputs (`test/support/how-many.ts`). */
export const AGAIN = ["hostile/arguments", "screen/diff-text", "screen/identity", "screen/lasting-identity"];

/** Slow tests that run in shared processes. */
export const SHARED_SLOW = [...LONG, ...AGAIN];

/** Tests that need their own process: they are about signals, memory, crashes, or the output of the whole process. */
export const ALONE = ["devices/apk/manifest", "observe/parse/xml-text", "virtual-device/real-adb"];

/**
 * Tests that start many programs. They run apart from the other tests, because each start copies the memory tables of
 * the parent process (2 s of processor time for the phone's programs here, 19 s among all other tests).
 */
export const STARTERS = [
  "app/run-program",
  "base/log",
  "cli/compile-cache",
  "cli/doctor",
  "cli/main",
  "cli/private-files",
  "cli/serve-http",
  "cli/virtual-device",
  "devices/devices",
  "devices/hot-plug",
  "devices/lost-connections",
  "devices/companion/apk/sign-apk",
  "devices/push-file",
  "devices/quote",
  "devices/script",
  "devices/shell",
  "devices/shell-parts",
  "examples/github-actions",
  "recorder/killed",
  "scripts/missing-outputs",
  "server/serve",
  "server/stdio",
  "session/ref-counter",
  "tools/real-adb",
  "trace/trace-page",
  "virtual-device/commands",
  "virtual-device/companion/real-adb",
  "virtual-device/shell/differential",
  "vision/detectors/telemetry",
  "vision/ocr",
];
