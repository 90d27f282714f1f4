/**
 * Codes of a server: its port, and more work than it can handle. A part of the one table in `errors.ts`, each with the
 * ways to recover, best first.
 */
export const SERVER_ERRORS = {
  HTTP_TOKEN_UNUSABLE: ["Correct the file as the message says, or name another with --http-token-file."],
  HTTP_NOT_LISTENING: ["Choose another port with --http-port, or end the program that listens there."],
  TOO_MANY_CALLS: [
    "Wait for answers before you send more calls; simultaneous calls of observe for one screen get the same answer anyway.",
    "Drive some of the devices by a `fovea serve` on another host.",
  ],
  WORKERS_BUSY: [
    "Too many screens of this device wait to be read on this host; observe again in a moment.",
    "Drive some of the devices by a `fovea serve` on another host.",
  ],
  WORKER_FAILED: ["Observe again: the next call has a new thread.", "`fovea doctor` checks this host."],
  PLUGIN_UNUSABLE: [
    "Correct the plug-in that --plugin names, as the message says (docs/plugins.md); `pluginContract` checks the whole plug-in.",
  ],
  CALLBACK_FAILED: [
    "The message names a function of your program: correct it. The `cause` of the error is what it threw. Observe before acting again.",
  ],
  PLUGIN_FAILED: [
    "The plug-in that the message names has a defect: observe, since part of the action may have been done, and go on without the plug-in.",
  ],
} as const;
