import assert from "node:assert/strict";
import { scaledTime } from "../../../packages/virtual-android/src/phone-time.js";
import { startVirtualPhone } from "../../../packages/virtual-android/src/start-virtual-phone.js";
import { needsPrograms } from "../../support/needs.js";
import { startRealAdb } from "../../support/real-adb.js";
import { SmartSocket } from "../../support/smart-socket.js";
import { HELLO, isMessage, part, SERVICE } from "../support/wire-client.js";

const { test } = needsPrograms("adb");

function frame(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  return Buffer.concat([head, body]);
}

async function message(socket: SmartSocket): Promise<unknown> {
  const length = Buffer.from(await socket.take(4), "latin1").readUInt32BE();
  return JSON.parse(Buffer.from(await socket.take(length), "latin1").toString());
}

test("the service is reached through the real adb server by its socket name, and refused where nothing listens", async () => {
  await using adb = await startRealAdb();
  const { device } = await startVirtualPhone({ onDevice: "enabled", app: "com.fovea.stress", clock: scaledTime(5) });
  await using _ = { [Symbol.asyncDispose]: () => device[Symbol.asyncDispose]() };
  const serial = `127.0.0.1:${device.adbdPort}`;
  await adb.run("connect", serial);
  using socket = await SmartSocket.open(adb.port);
  socket.send(`host:transport:${serial}`);
  assert.equal(await socket.take(4), "OKAY");
  socket.send(SERVICE);
  assert.equal(await socket.take(4), "OKAY");
  socket.sendRaw(frame(HELLO));
  assert.equal(part(await message(socket), "hello")["host"], "service");
  socket.sendRaw(frame({ id: 1, method: "snapshot" }));
  const answer = await message(socket);
  assert.ok(isMessage(answer) && part(answer, "result")["windows"]);
  using other = await SmartSocket.open(adb.port);
  other.send(`host:transport:${serial}`);
  await other.take(4);
  other.send("localabstract:dev.fovea.service.shell");
  assert.equal(await other.rest(), "FAIL0006closed");
});
