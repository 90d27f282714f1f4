import type { ProductNames } from "../adbd/banner.js";
import type { ServiceStream } from "../adbd/service.js";
import type { VirtualDevice } from "../virtual-device.js";

/** The parts of a device that an adb server needs to list and use it. */
export interface AdbEndpoint {
  readonly serial: string;
  /**
   * The state in `adb devices`, for example `device`, `offline` or `no permissions (…)`; `absent`: it is not listed.
   */
  readonly state: string;
  /** A new number after each lost connection: the server then gives the device a new transport id. */
  readonly connection: number;
  readonly kind: "usb" | "local";
  /** For example `usb:1-4`; null for a device that is connected by network. */
  readonly path: string | null;
  /** Null until the device has sent its CNXN. */
  readonly product: ProductNames | null;
  readonly features: readonly string[];
  /** Opens a service; null if the device refuses it or cannot be reached. */
  open(name: string, signal: AbortSignal): Promise<ServiceStream | null>;
  /** Calls `watcher` after each change of state or connection. Gives the function that stops this. */
  onChange(watcher: () => void): () => void;
  /** Drops the connection; the device may connect again. */
  reconnect(): void;
  /** Closes a connection that the server itself made; it does not come back. */
  close(): void;
}

/** A device that can be attached: a virtual phone, or a recorded one. Opening a service may throw RequestRefused. */
export type AttachableDevice = Pick<
  VirtualDevice,
  "serial" | "state" | "connection" | "product" | "features" | "open" | "onChange" | "disconnect"
>;

/** How a virtual phone is attached to a server. */
export interface DeviceAttachment {
  readonly device: AttachableDevice;
  /** The serial in the list; the device's own serial if absent. */
  readonly serial?: string;
  readonly kind?: "usb" | "local";
  readonly path?: string;
}

/** The endpoint of a virtual phone in this process. */
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

/** A device that is only listed, in a state in which it cannot be used. */
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
