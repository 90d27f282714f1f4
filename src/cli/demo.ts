import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import {
  appNamed,
  bundledProfile,
  startVirtualAdbServer,
  startVirtualPhone,
} from "../../packages/virtual-android/src/internal.js";
import { devicesOptions, openFovea } from "../app/open-app.js";
import { packageVersion, programModule } from "../base/assets.js";
import type { Config } from "../base/config.js";
import { type Observation, observationSchema } from "../screen/observation.js";
import { observe } from "../tools/observe.js";
import { type Command, type CommandLine, readCommandLine } from "./command.js";
import { SCENES } from "./demo/scenes.js";
import { Stage, type StageOptions } from "./demo/stage.js";
import { summaryOf } from "./demo/summary.js";
import { waterfall } from "./demo/waterfall.js";
import { EXIT, printText } from "./output.js";
import { callOnce } from "./tool-command.js";

const USAGE = `fovea demo [--device SERIAL]: a tour on the embedded virtual phone, or of what your own phone shows`;

const STATE = "demo-state";

/** Plays every scene on a virtual phone in this process; with --device the read-only scenes on that device. */
export const demo: Command = async (call, signal) => {
  const line = readCommandLine(call, { help: { type: "boolean" } }, 0);
  if (line.flags["help"]) printText(line.terminal, USAGE);
  else if (line.config.device === undefined) await playVirtual(line, signal);
  else await playOn(line, signal);
  return EXIT.done;
};

async function playVirtual(line: CommandLine, signal: AbortSignal): Promise<void> {
  const { device, phone } = await startVirtualPhone({
    apiLevel: 33,
    app: appNamed("form"),
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

/** Uses the user's own adb server, as every other command does, and starts it if necessary. */
async function playOn(line: CommandLine, signal: AbortSignal): Promise<void> {
  await using app = await openFovea(line.config, { entry: "script" });
  const { serial } = await app.devices.get(undefined, signal);
  const { host = "127.0.0.1", port = 5037 } = devicesOptions(line.config);
  await play(line, { serial, phone: null, adb: { host, port } }, signal);
}

interface Cast extends Pick<StageOptions, "serial" | "phone"> {
  readonly adb: { readonly host: string; readonly port: number };
}

async function play(line: CommandLine, { serial, phone, adb }: Cast, signal: AbortSignal): Promise<void> {
  const { config, terminal } = line;
  const outputDir = resolve(config.outputDir);
  const ownState = join(outputDir, STATE);
  const stateDir = phone === null ? resolve(config.stateDir) : ownState;
  const print = (text: string) => printText(terminal, text);
  const plain = {
    ...config,
    stateDir,
    adbHost: adb.host,
    adbPort: adb.port,
    device: serial,
    companion: "off",
  } as const;
  const before = phone === null ? null : await lookPlainly({ ...line, config: plain }, signal);
  // Refs of a run on the virtual phone may repeat those of earlier runs: in a folder of its own they begin at e1.
  await rm(ownState, { recursive: true, force: true });
  const companion = phone === null ? ownCompanion(config) : "auto";
  const options = ["--output-dir", outputDir, "--state-dir", stateDir, "--companion", companion];
  const client = await connect(adb, phone === null ? [...options, "--read-only"] : options);
  try {
    const stage = new Stage({ client, serial, phone, outputDir, print, signal });
    for (const scene of SCENES.filter((one) => phone !== null || one.isReadOnly)) {
      stage.report(`\n== ${scene.title}`);
      await scene.play(stage);
    }
    print(`\n${await summaryOf(stage, before)}`);
  } finally {
    await client.close();
  }
}

/** On the user's own phone the demo starts no companion. */
function ownCompanion({ companion }: Config): Config["companion"] {
  return companion === "auto" ? "service" : companion;
}

/** One observation before the server starts, so without the server's companion. Prints the duration of each part. */
async function lookPlainly(line: CommandLine, signal: AbortSignal): Promise<Observation> {
  printText(line.terminal, "\n== Observing with adb alone: the time of each probe, the hierarchy from uiautomator\n");
  const outcome = await callOnce(observe, line, { full: true }, signal);
  const observation = observationSchema.parse(outcome.toJson());
  for (const row of waterfall(observation)) printText(line.terminal, `  ${row}`);
  return observation;
}

/** Starts `fovea serve` as an MCP client does, and connects to it over standard input and output. */
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
