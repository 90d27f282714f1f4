import type { ServiceStream } from "../../packages/virtual-android/src/adbd/service.js";
import { PACKET, parsePacketHeader, shellPacket } from "../../packages/virtual-android/src/adbd/shell-packets.js";
import type { VirtualDevice } from "../../packages/virtual-android/src/virtual-device.js";

export interface ShellResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
}

/** Everything that a service sends until it ends. */
export async function readAll(stream: ServiceStream, signal = AbortSignal.timeout(60_000)): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for (let chunk = await stream.read(1 << 20, signal); chunk; chunk = await stream.read(1 << 20, signal)) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Opens a service that must not be refused. */
export async function openService(device: VirtualDevice, name: string): Promise<ServiceStream> {
  const stream = await device.open(name, AbortSignal.timeout(60_000));
  if (!stream) throw new Error(`${name} was refused`);
  return stream;
}

/** Runs a command line over the shell protocol, in process. */
export async function runOnPhone(device: VirtualDevice, command: string, stdin = ""): Promise<ShellResult> {
  const stream = await openService(device, `shell,v2,raw:${command}`);
  const signal = AbortSignal.timeout(60_000);
  if (stdin !== "") await stream.write(shellPacket(PACKET.stdin, Buffer.from(stdin)), signal);
  await stream.write(shellPacket(PACKET.closeStdin, new Uint8Array(0)), signal).catch(() => {}); // it may have ended
  return parseShellOutput(await readAll(stream, signal));
}

/** Parses the packets of the shell protocol. */
export function parseShellOutput(bytes: Buffer): ShellResult {
  const parts: Record<number, Buffer[]> = {};
  for (let at = 0; at + 5 <= bytes.length; ) {
    const { kind, length } = parsePacketHeader(bytes.subarray(at, at + 5));
    parts[kind] = [...(parts[kind] ?? []), bytes.subarray(at + 5, at + 5 + length)];
    at += 5 + length;
  }
  const text = (kind: number) => Buffer.concat(parts[kind] ?? []).toString();
  return { stdout: text(PACKET.stdout), stderr: text(PACKET.stderr), status: parts[PACKET.exit]?.[0]?.[0] ?? -1 };
}
