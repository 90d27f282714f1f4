import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { devicesOptions, openApp } from "../app/open-app.js";
import { packageVersion, programModule } from "../base/assets.js";
import type { Config } from "../base/config.js";
import { bundledProfile } from "../virtual-device/profile.js";
import { startVirtualPhone } from "../virtual-device/start-virtual-phone.js";
import { startVirtualAdbServer } from "../virtual-device/virtual-adb-server.js";
import { type Command, type CommandLine, readCommandLine } from "./command.js";
import { SCENES } from "./demo/scenes.js";
import { Stage, type StageOptions } from "./demo/stage.js";
import { optionsHelp } from "./options-help.js";
import { EXIT, printText } from "./output.js";
import { install, renderStep } from "./setup.js";

const USAGE = `fovea demo [--device SERIAL]: a tour on the embedded virtual phone, or of what your own phone shows

${optionsHelp()}`;

const STATE = "demo-state";

/** Plays every scene against a virtual phone in this process; with --device the read-only ones against that device. */
export const demo: Command = async (call, signal) => {
  const { terminal, config, flags } = readCommandLine(call, { help: { type: "boolean" } }, 0);
  if (flags["help"]) printText(terminal, USAGE);
  else if (config.device === undefined) await playVirtual({ config, terminal }, signal);
  else await playOn({ config, terminal }, signal);
  return EXIT.done;
};

type Line = Pick<CommandLine, "config" | "terminal">;

async function playVirtual(line: Line, signal: AbortSignal): Promise<void> {
  const { device, phone } = await startVirtualPhone({
    apiLevel: 33,
    profile: bundledProfile("emulator"),
    adbdPort: null,
  });
  await using _device = device;
  await using adb = await startVirtualAdbServer({ devices: [{ device }] });
  printText(
    line.terminal,
    `A virtual phone ${device.serial} and an adb server on port ${adb.port} are up; nothing else is needed.`,
  );
  await play(line, { serial: device.serial, phone, adb: { host: "127.0.0.1", port: adb.port } }, signal);
}

/** The user's own adb server is used, and started if need be, as for every other command. */
async function playOn(line: Line, signal: AbortSignal): Promise<void> {
  await using app = await openApp(line.config);
  const { serial } = await app.devices.get(undefined, signal);
  const { host = "127.0.0.1", port = 5037 } = devicesOptions(line.config);
  await play(line, { serial, phone: null, adb: { host, port } }, signal);
}

interface Cast extends Pick<StageOptions, "serial" | "phone"> {
  readonly adb: { readonly host: string; readonly port: number };
}

async function play({ config, terminal }: Line, { serial, phone, adb }: Cast, signal: AbortSignal): Promise<void> {
  const outputDir = resolve(config.outputDir);
  // Refs on the virtual phone need not differ from those of other runs: in a folder of their own they begin at e1.
  const ownState = join(outputDir, STATE);
  await rm(ownState, { recursive: true, force: true });
  const places = ["--output-dir", outputDir, "--state-dir", phone === null ? resolve(config.stateDir) : ownState];
  const setUp = setUpOn({ ...config, stateDir: ownState, adbHost: adb.host, adbPort: adb.port, device: serial });
  // The tour shows what the service is beside uiautomator; and on a phone of the user's it starts nothing.
  const options = [...places, "--companion", config.companion === "auto" ? "service" : config.companion];
  const client = await connect(adb, phone === null ? [...options, "--read-only"] : options);
  try {
    const stage = new Stage({
      client,
      serial,
      phone,
      outputDir,
      print: (text) => printText(terminal, text),
      setUp,
      signal,
    });
    for (const scene of SCENES.filter((one) => phone !== null || one.isReadOnly)) {
      stage.tell(`\n== ${scene.title}`);
      await scene.play(stage);
    }
  } finally {
    await client.close();
  }
}

/** What `fovea setup` does, with the same key as the server's. */
function setUpOn(config: Config): StageOptions["setUp"] {
  return async (tell, signal) => {
    await using app = await openApp(config);
    const device = await app.devices.get(undefined, signal);
    await install({ device, place: config, onStep: (step) => tell(renderStep(step)) }, signal);
  };
}

/** Starts `fovea serve` as an agent's host does, and connects to it over standard input and output. */
async function connect(adb: Cast["adb"], options: readonly string[]): Promise<Client> {
  const main = fileURLToPath(programModule("cli/main.js"));
  const server = ["--adb-host", adb.host, "--adb-port", String(adb.port), ...options];
  const transport = new StdioClientTransport({ command: process.execPath, args: [main, "serve", ...server] });
  const client = new Client(
    { name: "fovea-demo", version: packageVersion() },
    { versionNegotiation: { mode: "auto" } },
  );
  await client.connect(transport);
  return client;
}
