import { once } from "node:events";
import { connect } from "node:net";
import { SocketStream } from "../../src/devices/adb/socket-stream.js";
import type { JvmHost } from "../support/jvm-host.js";
import type { Companion } from "./companion.js";

const APP = 41;

/** The real Java core on a made-up phone, shown its first screen again. It outlives the companion. */
export async function jvmCompanion(host: JvmHost): Promise<Companion> {
  await host.command("resume");
  await host.command("demo");
  let changes = 0;
  const change = () => host.command(`text ${APP} change-${++changes}`);
  return {
    button: "Sign in",
    secret: "hunter2",
    open: async () => {
      const socket = connect(host.port, "127.0.0.1");
      socket.setNoDelay(true);
      await once(socket, "connect");
      return new SocketStream(socket, { serial: "jvm", service: "test host", signals: [], onClose: () => {} });
    },
    change: async () => {
      await change();
      await host.command(`event content ${APP}`);
    },
    changeSilently: async () => void (await change()),
    suppression: {
      begin: async () => void (await host.command("suppress")),
      end: async () => void (await host.command("resume")),
    },
    [Symbol.asyncDispose]: async () => {},
  };
}
