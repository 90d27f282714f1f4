import type { Service, ServiceSession, ServiceStream } from "../adbd/service.js";
import { lastingController } from "../lasting-controller.js";
import { BrokenPipe } from "../linux/errno.js";
import { Pipe } from "../linux/pipe.js";

const MOST_AT_ONCE = 1 << 20;

/** Opens a played service, and gives the host's end; `onDefect` gets errors that are not a normal end of the stream. */
export function openPlayed(name: string, service: Service, onDefect: (error: unknown) => void): ServiceStream {
  const [toDevice, toHost] = [new Pipe(MOST_AT_ONCE), new Pipe(MOST_AT_ONCE)];
  const closed = lastingController();
  const never = lastingController().signal;
  const session: ServiceSession = {
    id: 0,
    closed: closed.signal,
    read: async (maxBytes = MOST_AT_ONCE) => await toDevice.read(maxBytes, closed.signal),
    write: async (bytes) => await toHost.write(bytes, closed.signal),
  };
  const finish = () => {
    toDevice.closeReader();
    toHost.closeWriter();
  };
  service(session)
    .catch((error: unknown) => {
      if (!closed.signal.aborted) onDefect(error);
    })
    .finally(finish);
  return {
    name,
    read: async (maxBytes, signal) => await toHost.read(maxBytes, signal),
    write: async (bytes) => await toDevice.write(bytes, never),
    close: () => {
      closed.abort(new BrokenPipe());
      toDevice.closeWriter();
      toHost.closeWriter();
      toHost.closeReader();
    },
  };
}
