import type { PlayedDevice } from "../../packages/virtual-android/src/played/played-device.js";
import { OnDeviceClient } from "../../src/devices/companion/companion-client.js";
import type { ServiceStream } from "../../src/devices/device.js";
import { SERVICE_SOCKET } from "./made-companion.js";
import { never } from "./never.js";

/** A client of the companion of a replayed phone. */
export async function clientOf(device: PlayedDevice, socket = SERVICE_SOCKET): Promise<OnDeviceClient> {
  const stream = await device.open(socket, never());
  const close = () => stream.close();
  const link: ServiceStream = {
    write: async (bytes) => await stream.write(bytes, never()),
    close,
    [Symbol.asyncDispose]: async () => close(),
    async *[Symbol.asyncIterator]() {
      for (let next = await stream.read(1000, never()); next !== null; next = await stream.read(1000, never())) {
        yield Buffer.from(next);
      }
    },
  };
  return await OnDeviceClient.connect(link, { serial: "played", client: "test" }, never());
}
