/** The longest that each phase of an exchange may take, in milliseconds (android.md 9.4, 9.5). */
export const DEADLINES = {
  /** To the adb server, which is on this host or near it. */
  connect: 1_000,
  /** An answer that the adb server gives by itself. */
  query: 2_000,
  /** From choosing the device to its OKAY for a service… */
  service: 2_000,
  /** …and while the device boots, or may be booting. */
  serviceWhileBooting: 5_000,
  /** `host:connect`: the adb server makes a TCP connection and shakes hands. */
  remoteConnect: 5_000,
  /** `adb start-server`, keys generated on the first run. */
  startServer: 10_000,
  /** How long a server that was there before may take to come back by itself (`adb kill-server`, an adb update). */
  serverRestart: 1_000,
  /** How long a device may be offline before that counts: replugging and adbd restarts pass through it. */
  offlineFlap: 500,
} as const;
