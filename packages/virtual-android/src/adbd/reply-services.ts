import type { Kernel } from "../system/kernel.js";
import type { Service } from "./service.js";

/** Sends a text and closes. */
export function textService(text: string): Service {
  return async (session) => await session.write(Buffer.from(text));
}

/** Reboots; the host sees the stream end together with the transport. */
export function rebootService(kernel: Kernel, target: string): Service {
  return async () => kernel.parts.transport.reboot(target);
}
