import type { Fault } from "../fault-script.js";
import { seededRandom } from "../random.js";
import { type FaultSurroundings, faultyWrite, writeFlood } from "../system/faulty-write.js";
import type { SystemParts } from "../system/system.js";
import type { Service, ServiceSession } from "./service.js";

/** The parts of the phone that a fault of a service may also affect. */
export interface ServiceSurroundings {
  readonly parts: SystemParts;
  readonly cut: () => void;
}

/** The service with the fault. `cut` closes the stream. The fault `fail` is handled where the service is opened. */
export function withServiceFault(fault: Fault, service: Service, { parts, cut }: ServiceSurroundings): Service {
  const { clock, transport, seed } = parts;
  return async (session) => {
    const sleep = (ms: number) => clock.sleep(ms, session.closed);
    const around: FaultSurroundings = {
      random: seededRandom(seed, `service ${session.id}`),
      sleep,
      disconnect: () => transport.disconnect(),
      cut,
    };
    switch (fault.kind) {
      case "hang":
        await (fault.forMs === undefined ? untilClosed(session) : sleep(fault.forMs));
        return await service(session);
      case "delay":
        await sleep(fault.ms);
        return await service(session);
      case "prefix":
        await session.write(Buffer.from((fault.stdout ?? "") + (fault.stderr ?? "")));
        return await service(session);
      case "flood":
        return await writeFlood(fault.bytes, (bytes) => session.write(bytes));
      case "kill":
        sleep(fault.afterMs).then(
          () => cut(),
          () => {}, // the stream ended before
        );
        return await service(session);
      case "offline":
        return transport.goOffline(fault.forMs);
      case "reboot":
        return transport.reboot("");
      default: {
        if (fault.kind === "disconnect" && !fault.afterBytes) return transport.disconnect();
        return await service({ ...session, write: faultyWrite(fault, (bytes) => session.write(bytes), around) });
      }
    }
  };
}

function untilClosed({ closed }: ServiceSession): Promise<never> {
  return new Promise((_, reject) => {
    if (closed.aborted) reject(closed.reason);
    else closed.addEventListener("abort", () => reject(closed.reason), { once: true });
  });
}
