import type { Connection } from "../linux/listeners.js";
import type { Kernel } from "../system/kernel.js";
import type { Service, ServiceSession } from "./service.js";

const MOST_AT_ONCE = 65536;

/** A connection to the socket on which a program of the phone listens; null if no program listens there. */
export function connectionService(kernel: Kernel, name: string): Service | null {
  const connection = kernel.parts.listeners.connect(name);
  if (!connection) return null;
  return async (session) => {
    session.closed.addEventListener("abort", () => connection.close(), { once: true });
    passIn(session, connection).catch(() => {}); // the program has closed: later bytes of the host are lost
    try {
      await passOut(session, connection);
    } finally {
      connection.close();
    }
  };
}

async function passIn(session: ServiceSession, connection: Connection): Promise<void> {
  for (let chunk = await session.read(); chunk; chunk = await session.read()) {
    await connection.write(chunk, session.closed);
  }
}

async function passOut(session: ServiceSession, connection: Connection): Promise<void> {
  for (;;) {
    const chunk = await connection.read(MOST_AT_ONCE, session.closed);
    if (!chunk) return;
    await session.write(chunk);
  }
}
