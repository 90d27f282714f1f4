/** The longest that each phase of an exchange may take, in milliseconds (android.md 9.4, 9.5). */
export const DEADLINES = {
  /** Connecting to the adb server, which is on this host or near it. */
  connect: 1_000,
  /** An answer of the adb server itself. */
  query: 2_000,
  /** From the choice of the device to the OKAY for a service… */
  service: 2_000,
  /** …and the same while the device boots, or may be booting. */
  serviceWhileBooting: 5_000,
  /** `host:connect`: the adb server opens a TCP connection and performs the handshake. */
  remoteConnect: 5_000,
  /** `adb start-server`, including the generation of keys on the first run. */
  startServer: 10_000,
  /** How long a server that was reached before may take to return by itself (`adb kill-server`, an adb update). */
  serverRestart: 1_000,
  /**
   * How long a device may be offline before it counts as gone: replugging and adbd restarts make it offline for a
   * moment.
   */
  offlineFlap: 500,
} as const;
