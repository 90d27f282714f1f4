import { FoveaError } from "../base/errors.js";
import type { Device } from "./device.js";
import { quoteArgv } from "./quote.js";
import type { Argv } from "./script.js";
import { ShellPackets } from "./shell-packets.js";

/**
 * The output of a program on the device, in parts as they arrive, until it ends or `signal` closes its stream. Errors:
 * as openService, DEVICE_DISCONNECTED if the stream ended before the program, SHELL_FAILED if the program failed.
 */
export async function* programOutput(device: Device, argv: Argv, signal: AbortSignal): AsyncGenerator<string> {
  await using stream = await device.openService(`shell,v2,raw:exec ${quoteArgv(argv)}`, signal);
  const packets = new ShellPackets(Number.POSITIVE_INFINITY);
  for await (const chunk of stream) {
    packets.feed(chunk);
    const text = packets.takeStdout().toString("latin1");
    if (text !== "") yield text;
    if (packets.exitCode === 0) return;
    if (packets.exitCode === null) continue;
    const why = packets.stderr.trim().slice(0, 200);
    const message = `${argv[0]} on ${device.serial} ended with ${packets.exitCode}: ${why}`;
    throw new FoveaError("SHELL_FAILED", message, { device: device.serial });
  }
  throw new FoveaError("DEVICE_DISCONNECTED", `${device.serial}: the connection to ${argv[0]} was lost`, {
    device: device.serial,
  });
}
