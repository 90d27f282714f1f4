import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { connectNats, type NatsOptions } from "../../src/farm/nats/connect.js";
import { coded } from "../support/coded.js";
import { startNatsServer } from "../support/nats-server.js";
import { needsPrograms } from "../support/needs.js";
import { never } from "../support/never.js";
import { makeTlsFiles } from "../support/tls-files.js";

const { test } = needsPrograms("nats-server", "openssl");
const USER = 'authorization { user: ada, password: "pass word" }';

async function connects(options: Omit<NatsOptions, "name">): Promise<void> {
  await using _link = await connectNats({ ...options, name: "trial" }, never());
}

/** Listens as a NATS server that offers no TLS, and keeps all that it is sent. */
async function startOpenServer() {
  const got: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("data", (chunk) => got.push(chunk));
    socket.write('INFO {"server_id":"x","version":"2.15.2","proto":1,"max_payload":1048576,"headers":true}\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  return {
    port: address.port,
    sent: () => Buffer.concat(got).toString(),
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test("an address with tls:// is never used without TLS, and nothing is sent to such a server", async () => {
  using open = await startOpenServer();
  const refused = await coded(connects({ servers: [`tls://ada:secret@127.0.0.1:${open.port}`] }));
  assert.equal(
    `${refused.code}: ${refused.message}`,
    "FARM_UNUSABLE: the NATS server offers no TLS, and nothing was sent to it",
  );
  using files = makeTlsFiles();
  const known = await coded(connects({ servers: [`nats://127.0.0.1:${open.port}`], tlsCa: files.cert }));
  assert.match(known.message, /offers no TLS/);
  assert.equal(open.sent(), "");
});

test("the server's certificate is verified, and the password of the address is sent only by TLS", async () => {
  using files = makeTlsFiles();
  await using server = await startNatsServer({ more: `${files.config}\n${USER}` });
  const { port } = new URL(server.url);
  const address = (user: string) => [`tls://${user}@127.0.0.1:${port}`];
  await connects({ servers: address("ada:pass%20word"), tlsCa: files.cert });
  const wrong = await coded(connects({ servers: address("ada:word"), tlsCa: files.cert }));
  assert.equal(`${wrong.code}: ${wrong.message}`, "FARM_UNUSABLE: the farm's NATS servers refuse these credentials");
  const unknown = await coded(connects({ servers: address("ada:pass%20word") }));
  assert.match(`${unknown.code}: ${unknown.message}`, /^FARM_UNUSABLE: the certificate of the NATS server cannot be/);
});

test("a file without credentials is refused by its name, before anything is requested", async () => {
  using files = makeTlsFiles();
  const creds = join(files.folder, "garbage.creds");
  writeFileSync(creds, "garbage\n");
  const refused = await coded(connects({ servers: ["nats://127.0.0.1:1"], creds }));
  assert.equal(`${refused.code}: ${refused.message}`, `FARM_UNUSABLE: ${creds} holds no credentials of NATS`);
});

test("a connection that opens after its program was stopped is closed, so that the program ends", async () => {
  await using server = await startNatsServer();
  const way = createServer();
  const heard = once(way, "connection");
  way.listen(0, "127.0.0.1");
  await once(way, "listening");
  const address = way.address();
  assert.ok(address !== null && typeof address === "object");
  const stopping = new AbortController();
  const options = { servers: [`nats://127.0.0.1:${address.port}`], name: "trial" };
  const stopped = assert.rejects(connectNats(options, stopping.signal), { name: "AbortError" });
  const [client]: Socket[] = await heard;
  assert.ok(client);
  stopping.abort(new DOMException("interrupted", "AbortError"));
  await stopped;
  const { port } = new URL(server.url);
  const upstream = connect(Number(port), "127.0.0.1");
  const closed = once(client, "close", { signal: AbortSignal.timeout(60_000) });
  client.pipe(upstream).pipe(client);
  await closed;
  way.close();
});
