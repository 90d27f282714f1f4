import { connect } from "node:net";

// `emulator -list-avds` and `emulator -avd NAME -port PORT …` of a simulated SDK. It boots a virtual phone in this
// process, with its console on the port and its adbd on the next port, and registers the adbd with the adb server.

const NAMES = ["Phone_24", "Phone_36"];
const [first, ...rest] = process.argv.slice(2);

if (first === "-list-avds") process.stdout.write(`INFO    | Storing crashdata in: /tmp\n${NAMES.join("\n")}\nBroken\n`);
else await boot(rest[0] ?? "", Number(rest[rest.indexOf("-port") + 1]));

async function boot(name: string, port: number): Promise<void> {
  if (!NAMES.includes(name)) {
    process.stderr.write(`PANIC: Cannot find AVD system path for ${name}\n`);
    process.exit(1);
  }
  const { startEmulatorConsole } = await import("../../packages/virtual-android/src/emulator-console.js");
  const { startVirtualPhone } = await import("../../packages/virtual-android/src/start-virtual-phone.js");
  const apiLevel = Number(name.slice(-2));
  const { device, phone } = await startVirtualPhone({ apiLevel, adbdPort: port + 1, serialNumber: `EMULATOR${port}` });
  const end = async () => {
    await device[Symbol.asyncDispose]();
    process.exit(0);
  };
  await startEmulatorConsole({ token: null, managers: () => phone.managers, port, name, onKill: () => void end() });
  const hello = `host:emulator:${port + 1}`;
  const socket = connect({ host: "127.0.0.1", port: Number(process.env["ANDROID_ADB_SERVER_PORT"]) });
  socket.on("error", () => {}).end(hello.length.toString(16).padStart(4, "0") + hello);
}
