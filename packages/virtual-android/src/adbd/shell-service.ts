import { Lock } from "../../../../src/base/lock.js";
import { Pipe } from "../linux/pipe.js";
import { standardDescriptors } from "../system/descriptors.js";
import type { AdbdSpawnOptions, Kernel } from "../system/kernel.js";
import { pipeReader, pipeWriter } from "../system/open-file.js";
import { terminalFile } from "../system/open-path.js";
import type { Process } from "../system/process.js";
import { PROGRAM_FOLDER } from "../system/programs.js";
import { Terminal } from "../system/terminal.js";
import { adbdEnvironment } from "./environment.js";
import { type Service, type ServiceSession, SessionReader } from "./service.js";
import { PACKET, PACKET_HEADER_LENGTH, parsePacketHeader, shellPacket } from "./shell-packets.js";

/** The options of a request for a shell service. */
export interface ShellRequest {
  /** The command; "" for an interactive shell, or for one that reads commands from its input. */
  readonly command: string;
  /** `v2`: packets and an exit status. */
  readonly usesPackets: boolean;
  /** `pty`: a terminal with echo and line editing. Without packets, a raw terminal is used even without this option. */
  readonly isTerminal: boolean;
  readonly term: string | null;
}

/** The most bytes of a program's output in one packet. */
const MOST_DATA = (1 << 20) - PACKET_HEADER_LENGTH;

interface ShellRun {
  readonly kernel: Kernel;
  readonly request: ShellRequest;
  readonly session: ServiceSession;
}

type ProcessParts = Pick<AdbdSpawnOptions, "descriptors" | "terminal">;

/** Passes bytes to the program, with or without packets. */
interface Input {
  write(bytes: Uint8Array): Promise<void>;
  close(): void;
  resize(rows: number, columns: number): void;
}

/** Runs `sh -c COMMAND` for a stream. When the stream is closed, the program gets SIGHUP (android.md 9.5). */
export function shellService(kernel: Kernel, request: ShellRequest): Service {
  // adbd gives a stream without packets a raw terminal, so that the program notices a closed stream (android.md 4.2).
  const hasTerminal = request.isTerminal || !request.usesPackets;
  return (session) => (hasTerminal ? serveTerminal : servePipes)({ kernel, request, session });
}

async function servePipes(run: ShellRun): Promise<void> {
  const { session } = run;
  const [stdin, stdout, stderr] = [new Pipe(), new Pipe(), new Pipe()];
  const descriptors = standardDescriptors(pipeReader(stdin), pipeWriter(stdout), pipeWriter(stderr));
  const process = start(run, { descriptors, terminal: null });
  const hangUp = () => {
    stdin.closeWriter();
    stdout.closeReader();
    stderr.closeReader();
    process.deliver("HUP");
  };
  session.closed.addEventListener("abort", hangUp, { once: true });
  const input: Input = {
    write: (bytes) => stdin.write(bytes, session.closed),
    close: () => stdin.closeWriter(),
    resize: () => {},
  };
  readPackets(session, input).catch(ignoreEnd);
  // adbd's shell protocol is one loop: a packet starts only after the packet before it was sent.
  const turns = new Lock();
  await Promise.all([
    writePackets(session, stdout, { kind: PACKET.stdout, turns }),
    writePackets(session, stderr, { kind: PACKET.stderr, turns }),
  ]);
  await writeExit(session, process);
}

async function serveTerminal(run: ShellRun): Promise<void> {
  const { kernel, request, session } = run;
  const terminal: Terminal = new Terminal(request.isTerminal ? "cooked" : "raw", (signal) => {
    if (process) kernel.parts.processes.signalSession(process.session, signal);
  });
  const file = terminalFile(terminal);
  const descriptors = standardDescriptors(file, file.dup(), file.dup());
  const process: Process | undefined = start(run, { descriptors, terminal });
  session.closed.addEventListener("abort", () => terminal.hangUp(), { once: true });
  const input: Input = {
    write: (bytes) => terminal.writeFromHost(bytes, session.closed),
    close: () => terminal.input.closeWriter(),
    resize: (rows, columns) => terminal.setSize(rows, columns),
  };
  (request.usesPackets ? readPackets(session, input) : readBytes(session, input)).catch(ignoreEnd);
  await (request.usesPackets
    ? writePackets(session, terminal.output, { kind: PACKET.stdout, turns: new Lock() })
    : writeBytes(session, terminal.output));
  if (request.usesPackets) await writeExit(session, process);
}

/** Input of the host that arrives after the end of the program or the stream is discarded. */
function ignoreEnd(): void {}

function start({ kernel, request, session }: ShellRun, parts: ProcessParts): Process {
  const { command, term } = request;
  const shell = `${PROGRAM_FOLDER}/sh`;
  const argv = command === "" ? [shell, "-"] : [shell, "-c", command];
  const env = adbdEnvironment(kernel.deviceName, term);
  return kernel.spawnFromAdbd(argv, { ...parts, env, serviceId: session.id });
}

async function readBytes(session: ServiceSession, input: Input): Promise<void> {
  for (let chunk = await session.read(); chunk; chunk = await session.read()) await input.write(chunk);
  input.close();
}

async function readPackets(session: ServiceSession, input: Input): Promise<void> {
  const reader = new SessionReader(session);
  for (;;) {
    const header = await reader.take(PACKET_HEADER_LENGTH);
    if (!header) return;
    const { kind, length } = parsePacketHeader(header);
    const data = await reader.take(length);
    if (!data) return;
    if (kind === PACKET.stdin) await input.write(data);
    else if (kind === PACKET.closeStdin) input.close();
    else if (kind === PACKET.windowSize) resize(input, data.toString());
  }
}

/** Parses a window size: `ROWSxCOLUMNS,XPIXELSxYPIXELS`. */
function resize(input: Input, text: string): void {
  const [, rows, columns] = /^(\d+)x(\d+),/.exec(text) ?? [];
  if (rows && columns) input.resize(Number(rows), Number(columns));
}

async function writePackets(
  session: ServiceSession,
  output: Pipe,
  { kind, turns }: { readonly kind: number; readonly turns: Lock },
): Promise<void> {
  for (;;) {
    const data = await output.read(MOST_DATA, session.closed);
    if (!data) return;
    await turns.run(() => session.write(shellPacket(kind, data)), session.closed);
  }
}

async function writeBytes(session: ServiceSession, output: Pipe): Promise<void> {
  for (;;) {
    const data = await output.read(MOST_DATA, session.closed);
    if (!data) return;
    await session.write(data);
  }
}

async function writeExit(session: ServiceSession, process: Process): Promise<void> {
  const { status, signal } = await process.ended;
  // adbd sends WEXITSTATUS, or 128 + the signal.
  await session.write(shellPacket(PACKET.exit, Uint8Array.of(signal ? status : status & 0xff)));
}
