import { standardDescriptors } from "../system/descriptors.js";
import type { Kernel } from "../system/kernel.js";
import { OpenFile } from "../system/open-file.js";
import { adbdEnvironment } from "./environment.js";
import type { Service } from "./service.js";

/** `abb_exec:`: calls a system service without a shell. Output and errors are one stream without an exit status. */
export function directService(kernel: Kernel, argv: readonly string[]): Service {
  return async (session) => {
    const stream = new OpenFile({
      read: (maxBytes) => session.read(maxBytes),
      write: (bytes) => session.write(bytes),
    });
    const process = kernel.spawnFromAdbd(argv, {
      descriptors: standardDescriptors(stream, stream.dup(), stream.dup()),
      env: adbdEnvironment(kernel.deviceName, null),
      terminal: null,
      serviceId: session.id,
    });
    session.closed.addEventListener("abort", () => process.deliver("HUP"), { once: true });
    await process.ended;
  };
}
