import type { Output } from "../command.js";
import { SystemError } from "../linux/errno.js";
import type { Phone } from "../phone.js";
import type { Process } from "./process.js";
import type { System, SystemCall } from "./system.js";

/** How many bytes a program reads at once. */
const READ_SIZE = 65536;

/** The interface of a program to its own process. */
export function commandCall(system: System, process: Process, argv: readonly string[]): SystemCall {
  let phone: Phone | undefined;
  return {
    argv,
    process,
    system,
    get phone() {
      phone ??= phoneFor(system, process);
      return phone;
    },
    stdin: inputOf(process),
    stdout: outputOf(process, 1),
    stderr: outputOf(process, 2),
    env: process.env,
    signal: process.signal,
    sleep: (ms) => system.parts.clock.sleep(ms, process.signal),
  };
}

/** The output to a descriptor. A write throws SystemError: EBADF if it is closed, EPIPE if the reader has closed. */
export function outputOf(process: Process, descriptor: number): Output {
  return {
    async write(chunk) {
      const file = process.descriptors.get(descriptor);
      if (!file) throw new SystemError("EBADF");
      await file.write(typeof chunk === "string" ? Buffer.from(chunk) : chunk, process.signal);
    },
  };
}

async function* inputOf(process: Process): AsyncGenerator<Uint8Array> {
  for (;;) {
    const chunk = await process.descriptors.get(0)?.read(READ_SIZE, process.signal);
    if (!chunk) return;
    yield chunk;
  }
}

/** The phone with the files as this process sees them: with its working directory, /proc/self and /dev/tty. */
function phoneFor(system: System, process: Process): Phone {
  const { phone } = system.parts;
  const files = system.filesOf(process);
  return new Proxy(phone, {
    get(target, key) {
      if (key === "files") return files;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
