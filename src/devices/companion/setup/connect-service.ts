import { FoveaError } from "../../../base/errors.js";
import { withDeadline } from "../../../base/signals.js";
import type { Device } from "../../device.js";
import { OnDeviceClient } from "../companion-client.js";
import { serviceSocket } from "../names.js";
import { readServiceDump } from "../service-dump.js";

/** The user whose service is connected, and the name of this program. */
export interface ServiceTarget {
  /** The Android user whose service is connected. */
  readonly user: number;
  /** Name and version of this program. */
  readonly client: string;
}

/** From the device's OKAY to the hello of a running process. */
const HELLO_MS = 3_000;

/**
 * A trusted connection to a user's service: the system server confirms that the process at the socket is the service.
 * The caller closes it. Errors: SERVICE_REFUSED if no process listens, ON_DEVICE_UNTRUSTED if another one does, as
 * OnDeviceClient.connect.
 */
export async function connectService(
  device: Device,
  { user, client }: ServiceTarget,
  signal: AbortSignal,
): Promise<OnDeviceClient> {
  const socket = serviceSocket(user);
  const connection = await withDeadline(
    HELLO_MS,
    `${device.serial}: the hello of ${socket}`,
    async (limit) => {
      const stream = await device.openService(`localabstract:${socket}`, signal);
      return await OnDeviceClient.connect(stream, { serial: device.serial, client }, limit);
    },
    signal,
  );
  try {
    const dump = await readServiceDump(device, user, signal);
    if (dump?.epoch === connection.hello.epoch) return connection;
    const says = dump === null ? "does not know of a running service" : "names another process";
    const message = `something listens on ${socket} of ${device.serial}, but Android ${says}`;
    throw new FoveaError("ON_DEVICE_UNTRUSTED", message, { device: device.serial });
  } catch (error) {
    connection.close();
    throw error;
  }
}
