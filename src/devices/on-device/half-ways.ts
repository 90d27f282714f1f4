import type { Device } from "../device.js";

/** A shell host that runs on a device. */
export interface ShellHost {
  /** Abstract name of its socket. */
  readonly socket: string;
  readonly epoch: string;
  /** Whether this process started it; another one's goes on when this one closes it. */
  readonly isOwn: boolean;
  /** Aborts when it has ended. */
  readonly ended: AbortSignal;
  close(): void;
}

/** How the halves of a device are told from impostors, and how the shell host is started. */
export interface HalfWays {
  /** The epoch that the real service prints through system_server; null where it does not run. */
  serviceEpoch(device: Device, signal: AbortSignal): Promise<string | null>;
  /** Passes where the installed package carries our certificate. Errors: ON_DEVICE_FOREIGN_CERTIFICATE. */
  requireOurs(device: Device, signal: AbortSignal): Promise<void>;
  /** Errors: UIAUTOMATION_BUSY, UNSUPPORTED_ON_DEVICE, ON_DEVICE_FAILED, those of the connection. */
  startShellHost(device: Device, signal: AbortSignal): Promise<ShellHost>;
}
