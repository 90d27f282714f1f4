import type { Costs } from "../costs.js";
import { SystemError } from "../linux/errno.js";
import type { SignalName } from "../linux/signals.js";
import type { Descriptors } from "./descriptors.js";
import type { OpenFile } from "./open-file.js";
import { type OpenMode, openPath } from "./open-path.js";
import { ADBD_PID } from "./proc-files.js";
import type { Process } from "./process.js";
import { ProcessFiles } from "./process-files.js";
import { DEFAULT_PATH, findProgram } from "./programs.js";
import { runProgram } from "./run-program.js";
import type { Program, ProgramCall, SpawnOptions, System, SystemParts } from "./system.js";
import type { Terminal } from "./terminal.js";

/** The options of a process that adbd starts for a service; the process owns the descriptors. */
export interface AdbdSpawnOptions {
  readonly descriptors: Descriptors;
  readonly env: ReadonlyMap<string, string>;
  readonly terminal: Terminal | null;
  readonly serviceId: number;
}

/** The system of one virtual phone. */
export class Kernel implements System {
  readonly parts: SystemParts;
  readonly apiLevel: number;
  /** The device name, read once: the phone's own name takes time to compute, and does not change. */
  readonly deviceName: string;
  costs: Costs;

  constructor(parts: SystemParts, costs: Costs) {
    const { apiLevel, device } = parts.phone.build;
    this.parts = parts;
    this.costs = costs;
    this.apiLevel = apiLevel;
    this.deviceName = device;
  }

  filesOf(process: Process): ProcessFiles {
    return new ProcessFiles(process, this.parts);
  }

  open(process: Process, path: string, mode: OpenMode): OpenFile {
    return openPath({ path, mode, process, view: this.filesOf(process), files: this.parts.files });
  }

  find(process: Process, name: string, path = process.env.get("PATH") ?? DEFAULT_PATH): Program {
    return findProgram(name, { path, files: this.filesOf(process), registry: this.parts.registry });
  }

  fork(parent: Process, body: (child: Process) => Promise<number>, options: SpawnOptions): Process {
    return this.parts.processes.start(childOf(parent, parent.argv, options), body);
  }

  spawn(parent: Process, argv: readonly string[], options: SpawnOptions): Process {
    return this.spawnProgram(parent, { program: this.#findOrRelease(parent, argv, options), argv }, options);
  }

  spawnProgram(parent: Process, { program, argv }: ProgramCall, options: SpawnOptions): Process {
    return this.parts.processes.start(childOf(parent, argv, options), (child) => runProgram(this, child, program));
  }

  /** Starts a process for a service of adbd. Errors: SystemError if the program does not exist. */
  spawnFromAdbd(argv: readonly string[], options: AdbdSpawnOptions): Process {
    const path = argv[0] ?? "";
    const command = this.parts.registry.get(path.split("/").pop() ?? "");
    if (!command) {
      options.descriptors.closeAll();
      throw new SystemError("ENOENT", path);
    }
    const start = {
      parentPid: ADBD_PID,
      argv,
      env: new Map(options.env),
      cwd: "/",
      umask: 0,
      descriptors: options.descriptors,
      session: null,
      terminal: options.terminal,
      ignoredSignals: new Set<SignalName>(),
      serviceId: options.serviceId,
    };
    const program: Program = { kind: "command", path, command };
    return this.parts.processes.start(start, (child) => runProgram(this, child, program));
  }

  async exec(process: Process, argv: readonly string[]): Promise<number> {
    return await this.execProgram(process, { program: this.find(process, argv[0] ?? ""), argv });
  }

  async execProgram(process: Process, { program, argv }: ProgramCall): Promise<number> {
    process.argv = argv;
    process.handleSignal = () => false;
    process.closeHiddenDescriptors();
    this.parts.log.processReplaced(process.pid, argv);
    return await runProgram(this, process, program);
  }

  #findOrRelease(parent: Process, argv: readonly string[], options: SpawnOptions): Program {
    try {
      return this.find(parent, argv[0] ?? "", options.env?.get("PATH"));
    } catch (error) {
      options.descriptors.closeAll();
      throw error;
    }
  }
}

function childOf(parent: Process, argv: readonly string[], options: SpawnOptions) {
  return {
    parentPid: parent.pid,
    argv,
    env: new Map(options.env ?? parent.env),
    cwd: options.cwd ?? parent.cwd,
    umask: parent.umask,
    descriptors: options.descriptors,
    session: options.session === undefined ? parent.session : options.session,
    terminal: null,
    ignoredSignals: options.ignoredSignals ?? parent.ignoredSignals,
    serviceId: parent.serviceId,
  };
}
