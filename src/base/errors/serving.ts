/**
 * Codes of a server: its port, and more work than it can handle. A part of the one table in `errors.ts`, each with the
 * ways to recover, best first.
 */
export const SERVER_ERRORS = {
  HTTP_TOKEN_UNUSABLE: ["Correct what the message says, or name another file with --http-token-file."],
  HTTP_NOT_LISTENING: ["Choose another port with --http-port, or end the program that listens there."],
  TOO_MANY_CALLS: [
    "Wait for answers before you send more; calls of observe for one screen at the same time get the same answer anyway.",
    "Drive some of the devices by a `fovea serve` on another host.",
  ],
  WORKERS_BUSY: [
    "More of this device's screens wait to be read than this host can handle; observe again in a moment.",
    "Drive some of the devices by a `fovea serve` on another host.",
  ],
  WORKER_FAILED: ["Observe again: the next call has a new thread.", "`fovea doctor` checks this host."],
  PLUGIN_UNUSABLE: [
    "Correct the plug-in that --plugin names, as the message says (docs/plugins.md); `pluginContract` checks all of it.",
  ],
  CALLBACK_FAILED: [
    "The message names a function of your program: correct it. The `cause` of the error is what it threw. Observe before acting again.",
  ],
  PLUGIN_FAILED: [
    "This is a defect of the plug-in that the message names: observe, since part of it may have been done, and go on without it.",
  ],
} as const;
