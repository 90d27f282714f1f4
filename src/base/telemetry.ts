/**
 * Switches off what the runtime for ONNX models sends to its maker by itself: events, under an id of this machine that
 * it keeps in the user's cache folder. Its native code reads this variable from the environment of the process, which
 * only the main thread can change: `process.env` of a worker thread is a copy. Call it there, before a thread loads the
 * runtime.
 */
export function switchOffTelemetry(): void {
  // Another thread may be reading the environment: write only what is not there yet.
  if (process.env["ORT_DISABLE_TELEMETRY"] !== "1") process.env["ORT_DISABLE_TELEMETRY"] = "1";
}
