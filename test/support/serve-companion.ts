import { frameOf } from "../../src/devices/companion/frames.js";
import { goldenMessage } from "./companion.js";
import type { FakeStream } from "./fake-stream.js";

/**
 * A companion on a stream: it sends hello with this epoch, and answers each request with the golden snapshot.
 */
export async function serveOnDevice(stream: FakeStream, epoch: string): Promise<void> {
  const send = (message: object) => stream.write(frameOf(Buffer.from(JSON.stringify(message))));
  if ((await readMessage(stream)) === null) return;
  const { hello } = goldenMessage("server", "hello");
  await send({ hello: { ...Object(hello), epoch, state: "running" } });
  for (let request = await readMessage(stream); request !== null; request = await readMessage(stream)) {
    if (request["id"] !== undefined) await send({ ...goldenMessage("server", "snapshot"), id: request["id"] });
  }
}

async function readMessage(stream: FakeStream): Promise<Record<string, unknown> | null> {
  const header = await stream.read(4);
  const body = header && (await stream.read(header.readUInt32BE(0)));
  return body && JSON.parse(body.toString("utf8"));
}
