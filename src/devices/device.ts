/** A full-duplex byte stream to one adb service. Closing it is the only way to stop what runs behind it. */
export interface ServiceStream extends AsyncDisposable, AsyncIterable<Buffer> {
  /** Resolves when the bytes were handed to the socket and it wants more. Errors: DEVICE_DISCONNECTED. */
  write(bytes: Uint8Array): Promise<void>;
  /** Closes both directions at once; safe to call twice. */
  close(): void;
}

/** What is true of a device until its next boot. Unknown facts are null. */
export interface DeviceFacts {
  readonly model: string | null;
  readonly manufacturer: string | null;
  /** ro.serialno: the same by USB and by network. */
  readonly hardwareSerial: string | null;
  readonly apiLevel: number | null;
  /** Android version, for example "13". */
  readonly release: string | null;
  /** /proc/sys/kernel/random/boot_id: changes with every boot. */
  readonly bootId: string | null;
  /** Feature names that device and adb server share, for example "shell_v2". */
  readonly features: ReadonlySet<string>;
  readonly isEmulator: boolean;
  /**
   * Whether the device has a `timeout` program (toybox, on stock phones since Android 6); absent if nobody asked.
   */
  readonly hasTimeout?: boolean;
  /** performance.now() of this process when the device reported it; absent if it was not asked for. */
  readonly reportedAt?: number;
}

/**
 * One device behind an adb server. Every adb exchange of Fovea goes through {@link openService}: counters, recorders
 * and fault injectors wrap this one method (see {@link wrapDevice}).
 */
export interface Device {
  /** The serial by which calls name it. */
  readonly serial: string;
  /**
   * Opens an adb service, for example `shell,v2,raw:exec id` or `localabstract:name`, and resolves once the device
   * accepted it. The stream dies with `signal` (iteration then throws the signal's reason).
   * Errors: DEVICE_NOT_FOUND, DEVICE_OFFLINE, DEVICE_UNAUTHORIZED, DEVICE_NOT_READY, SERVICE_REFUSED,
   * DEVICE_DISCONNECTED, ADB_SERVER_UNREACHABLE, ADB_PROTOCOL.
   */
  openService(name: string, signal: AbortSignal): Promise<ServiceStream>;
  /** Facts of the running boot, asked once and kept until the device goes away. Errors: as openService, TIMEOUT. */
  facts(signal: AbortSignal): Promise<DeviceFacts>;
}

/**
 * The same device with another way to open services; everything else stays, so facts are not asked through it (the
 * registry asks them once for each connection).
 */
export function wrapDevice(device: Device, openService: Device["openService"]): Device {
  return {
    serial: device.serial,
    openService,
    facts: (signal) => device.facts(signal),
  };
}
