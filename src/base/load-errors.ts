/** Codes of a server that is asked for more than it can do, part of the one table in `errors.ts`. */
export const LOAD_ERRORS = {
  TOO_MANY_CALLS: [
    "Wait for answers before you send more; calls of observe for one screen at the same time get the same answer anyway.",
    "Drive some of the devices by a `fovea serve` on another host.",
  ],
  WORKERS_BUSY: [
    "More screens are being read at once than this host can; observe again in a moment.",
    "Drive some of the devices by a `fovea serve` on another host.",
  ],
  WORKER_FAILED: ["Observe again: the next call has a new thread.", "`fovea doctor` checks this host."],
} as const;
