/** The reports about one use of an adb service while it goes on. None of them throws, and none waits. */
export interface ExchangeSink {
  /** The device accepted it. */
  accepted(): void;
  /** Bytes from the device (`in`) or to it (`out`), which nobody changes any more. */
  moved(direction: "in" | "out", bytes: Uint8Array): void;
  /** The first end counts. */
  end(end: "device" | "host" | "refused" | "lost"): void;
}
