/** A full-duplex byte stream to one adb service. Only closing it stops the service's program. */
export interface ServiceStream extends AsyncDisposable, AsyncIterable<Buffer> {
  /** Resolves when the bytes were given to the socket and it accepts more. Errors: DEVICE_DISCONNECTED. */
  write(bytes: Uint8Array): Promise<void>;
  /** Closes both directions at once; safe to call twice. */
  close(): void;
}

/** Facts of a device that hold until its next boot. An unknown fact is null. */
export interface DeviceFacts {
  readonly model: string | null;
  readonly manufacturer: string | null;
  /** ro.serialno: the same over USB and network. */
  readonly hardwareSerial: string | null;
  readonly apiLevel: number | null;
  /** Android version, for example "13". */
  readonly release: string | null;
  /** /proc/sys/kernel/random/boot_id: changes with every boot. */
  readonly bootId: string | null;
  /** Names of the features that both device and adb server have, for example "shell_v2". */
  readonly features: ReadonlySet<string>;
  readonly isEmulator: boolean;
  /**
   * Whether the device has a `timeout` program (toybox, on stock phones since Android 6); absent if it was not checked.
   */
  readonly hasTimeout?: boolean;
  /**
   * performance.now() of this process when the device reported the facts; absent if they were not requested from a
   * device.
   */
  readonly reportedAt?: number;
}

/**
 * One device of an adb server. Every adb exchange of Fovea uses {@link openService}: counters, recorders and fault
 * injectors wrap this one method (see {@link wrapDevice}).
 */
export interface Device {
  /** The serial that calls use. */
  readonly serial: string;
  /**
   * Opens an adb service, for example `shell,v2,raw:exec id` or `localabstract:name`, and resolves once the device
   * accepted it. The stream ends with `signal` (iteration then throws the signal's reason).
   * Errors: DEVICE_NOT_FOUND, DEVICE_OFFLINE, DEVICE_UNAUTHORIZED, DEVICE_NOT_READY, SERVICE_REFUSED,
   * DEVICE_DISCONNECTED, ADB_SERVER_UNREACHABLE, ADB_PROTOCOL.
   */
  openService(name: string, signal: AbortSignal): Promise<ServiceStream>;
  /** Facts of the running boot, read once and kept until the device goes away. Errors: as openService, TIMEOUT. */
  facts(signal: AbortSignal): Promise<DeviceFacts>;
}

/**
 * The same device with another function to open services. The facts are not read through that function: the registry
 * reads them once for each connection.
 */
export function wrapDevice(device: Device, openService: Device["openService"]): Device {
  return {
    serial: device.serial,
    openService,
    facts: (signal) => device.facts(signal),
  };
}
