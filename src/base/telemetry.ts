/**
 * Switches off the telemetry that the runtime for ONNX models sends to its maker by default: events, with an id of this
 * machine that it keeps in the user's cache folder. Its native code reads this variable from the environment of the
 * process, which only the main thread can change: `process.env` of a worker thread is a copy. Call this there, before a
 * thread loads the runtime.
 */
export function switchOffTelemetry(): void {
  // Another thread may be reading the environment: write only if the value is missing.
  if (process.env["ORT_DISABLE_TELEMETRY"] !== "1") process.env["ORT_DISABLE_TELEMETRY"] = "1";
}
