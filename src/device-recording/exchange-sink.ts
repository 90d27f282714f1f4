/** Receives the reports about one use of an adb service. Its methods never throw, and never wait. */
export interface ExchangeSink {
  /** The device accepted the service. */
  accepted(): void;
  /** Bytes from the device (`in`) or to it (`out`), which are not changed afterwards. */
  moved(direction: "in" | "out", bytes: Uint8Array): void;
  /** The service ended; only the first call counts. */
  end(end: "device" | "host" | "refused" | "lost"): void;
}
