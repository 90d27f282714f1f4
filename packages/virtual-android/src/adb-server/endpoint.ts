import type { ProductNames } from "../adbd/banner.js";
import type { ServiceStream } from "../adbd/service.js";
import type { VirtualDevice } from "../virtual-device.js";

/** What an adb server needs of anything that it can list. */
export interface AdbEndpoint {
  readonly serial: string;
  /** As `adb devices` shows it, for example `device`, `offline` or `no permissions (…)`; `absent` is not listed. */
  readonly state: string;
  /** Changes whenever the connection was lost: the server gives a new transport id then. */
  readonly connection: number;
  readonly kind: "usb" | "local";
  /** `usb:1-4`; null for what came by network. */
  readonly path: string | null;
  /** Null as long as the device has not said hello. */
  readonly product: ProductNames | null;
  readonly features: readonly string[];
  /** Null if the device refuses the service or cannot be reached. */
  open(name: string, signal: AbortSignal): Promise<ServiceStream | null>;
  /** Gives what stops watching. */
  onChange(watcher: () => void): () => void;
  /** Drops the connection; it may come back. */
  reconnect(): void;
  /** Ends it for good, where the server itself made it. */
  close(): void;
}

/** What can be attached: a virtual phone, or one out of a recording. Opening a service may throw RequestRefused. */
export type AttachableDevice = Pick<
  VirtualDevice,
  "serial" | "state" | "connection" | "product" | "features" | "open" | "onChange" | "disconnect"
>;

/** How a virtual phone is attached to a server. */
export interface DeviceAttachment {
  readonly device: AttachableDevice;
  /** The device's own serial if absent. */
  readonly serial?: string;
  readonly kind?: "usb" | "local";
  readonly path?: string;
}

/** A virtual phone in this process. */
export function deviceEndpoint({ device, serial, kind = "usb", path }: DeviceAttachment): AdbEndpoint {
  return {
    serial: serial ?? device.serial,
    get state() {
      return device.state;
    },
    get connection() {
      return device.connection;
    },
    kind,
    path: kind === "usb" ? (path ?? "usb:1-1") : null,
    get product() {
      return device.state === "unauthorized" ? null : device.product;
    },
    get features() {
      return device.features;
    },
    open: (name, signal) => device.open(name, signal),
    onChange: (watcher) => device.onChange(watcher),
    reconnect: () => device.disconnect(),
    close: () => {},
  };
}

/** Something that is only listed, in a state that gives nobody access. */
export function listedEndpoint(serial: string, state: string): AdbEndpoint {
  return {
    serial,
    state,
    connection: 1,
    kind: "usb",
    path: "usb:1-2",
    product: null,
    features: [],
    open: async () => null,
    onChange: () => () => {},
    reconnect: () => {},
    close: () => {},
  };
}
