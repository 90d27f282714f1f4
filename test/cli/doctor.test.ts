import assert from "node:assert/strict";
import { test } from "node:test";
import { startFakeAdbServer } from "../support/fake-adb-server.js";
import { phoneRun } from "../support/fake-phone.js";
import { type FoveaOptions, runFovea } from "../support/fovea-process.js";
import { needsPrograms } from "../support/needs.js";
import { startProduct } from "../support/product.js";
import { freePort, startRealAdb } from "../support/real-adb.js";
import { recordStarts } from "../support/recorded-starts.js";
import { productFlags } from "../support/serve-process.js";

/** Exit code, text, and the codes of the problems in the data. */
async function examine(flags: readonly string[], options: FoveaOptions = {}) {
  const { code, stdout, stderr } = await runFovea(["doctor", ...flags], options);
  const json = await runFovea(["doctor", "--json", ...flags], options);
  assert.deepEqual([json.code, json.stderr, stderr], [code, "", ""]);
  const diagnosis = JSON.parse(json.stdout);
  const problems: readonly string[] = diagnosis.problems.map(({ code: problem }: { code: string }) => problem);
  for (const problem of problems) assert.match(stdout, new RegExp(`^problem +${problem}: .+\\n +\\S`, "m"));
  return { code, stdout, diagnosis, problems };
}

test("without adb and without a server fovea doctor says how to install adb", async () => {
  const port = await freePort();
  const { code, stdout, problems } = await examine(["--adb-port", String(port)], { env: { PATH: "/nowhere" } });
  assert.deepEqual([code, problems], [1, ["ADB_NOT_FOUND"]]);
  assert.match(stdout, /^adb +not found\n/m);
  assert.match(stdout, new RegExp(`^adb server +127\\.0\\.0\\.1:${port} does not answer\\n`, "m"));
  assert.match(stdout, /platform-tools/);
  assert.match(stdout, /\nnot ready\n$/);
});

needsPrograms("adb").test(
  "with adb and no running server fovea doctor says how to start it, and starts nothing",
  async () => {
    const port = await freePort();
    const first = await examine(["--adb-port", String(port)]);
    assert.deepEqual([first.code, first.problems], [1, ["ADB_SERVER_UNREACHABLE"]]);
    assert.match(first.stdout, /^adb +\/\S*adb\n/m);
    assert.deepEqual((await examine(["--adb-port", String(port)])).problems, ["ADB_SERVER_UNREACHABLE"]);
  },
);

needsPrograms("adb").test("with a server without devices fovea doctor says how to connect one", async () => {
  await using adb = await startRealAdb();
  const { code, problems, stdout } = await examine(["--adb-port", String(adb.port)]);
  assert.deepEqual([code, problems], [1, ["NO_DEVICE"]]);
  assert.match(stdout, /answers \(version \d+\)/);
});

test("fovea doctor names the detector with its installed runtime, with and without devices", async () => {
  const flags = ["--adb-port", String(await freePort())];
  const { stdout, diagnosis } = await examine(flags);
  assert.match(stdout, /^detector {4}onnx, by onnxruntime-node 1\.30\.0$/m);
  assert.deepEqual(diagnosis.detector, { name: "onnx", runtime: "1.30.0", advice: null });
  assert.match((await examine([...flags, "--detector", "none"])).stdout, /^detector {4}none$/m);
});

test("fovea doctor lists devices that cannot be used with the reason for each", async () => {
  await using server = await startFakeAdbServer({ rows: "A unauthorized transport_id:1\nB offline transport_id:2" });
  const { code, problems, stdout } = await examine(["--adb-port", String(server.port)]);
  assert.deepEqual([code, problems], [1, ["DEVICE_UNAUTHORIZED", "DEVICE_OFFLINE"]]);
  assert.match(stdout, /^device +A \| unauthorized \|/m);
  assert.match(stdout, /^device +B \| offline \|/m);
});

test("fovea doctor reports a program on the port that is not an adb server", async () => {
  const { createServer } = await import("node:net");
  const server = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const { code, problems } = await examine(["--adb-port", String(port)]);
  assert.deepEqual([code, problems], [1, ["ADB_PROTOCOL"]]);
  server.close();
});

test("fovea doctor is ready with one usable device, whatever other devices there are", async () => {
  await using product = await startProduct();
  const { code, stdout, problems, diagnosis } = await examine(productFlags(product));
  assert.deepEqual([code, problems], [0, []]);
  assert.match(stdout, new RegExp(`^device +${product.serial} \\| ready \\| `, "m"));
  assert.match(stdout, /\nready\n$/);
  assert.equal(diagnosis.devices[0].serial, product.serial);
});

test("with several ready devices fovea doctor says that calls have to name one, unless one is named", async () => {
  await using server = await startFakeAdbServer({
    rows: "A device transport_id:1\nB device transport_id:2",
    run: (process, serial) => phoneRun({ properties: { "ro.serialno": serial } })(process),
  });
  const port = ["--adb-port", String(server.port)];
  const both = await examine(port);
  assert.deepEqual([both.code, both.problems], [0, []]);
  assert.match(both.stdout, /^note .*--device\nready\n$/m);
  assert.doesNotMatch((await examine([...port, "--device", "B"])).stdout, /^note/m);
  const absent = await examine([...port, "--device", "C"]);
  assert.deepEqual([absent.code, absent.problems], [1, ["DEVICE_NOT_FOUND"]]);
});

test("fovea doctor uses adb's environment variables, and Fovea's own override them", async () => {
  await using product = await startProduct();
  const port = String(product.adbPort);
  const other = String(await freePort());
  assert.equal((await examine([], { env: { ANDROID_ADB_SERVER_PORT: port } })).code, 0);
  assert.equal((await examine([], { env: { ADB_SERVER_SOCKET: `tcp:localhost:${port}` } })).code, 0);
  assert.equal((await examine([], { env: { FOVEA_ADB_PORT: port, ANDROID_ADB_SERVER_PORT: other } })).code, 0);
  const env = { FOVEA_ADB_PORT: other, ANDROID_ADB_SERVER_PORT: other };
  assert.equal((await examine(["--adb-port", port], { env })).code, 0);
});

test("fovea doctor says how a server would read each device and why, and starts nothing", async () => {
  await using product = await startProduct();
  const starts = recordStarts(product.device);
  const readBy = async (companion: string) => {
    const { stdout } = await examine(["--adb-port", String(product.adbPort), "--companion", companion]);
    return /^read by +\S+ \| (.+)$/m.exec(stdout)?.[1] ?? stdout;
  };
  assert.match(await readBy("auto"), /^a11y-shell \| the service is not installed; `fovea serve` starts its companion/);
  assert.match(await readBy("service"), /^uiautomator \| the service is not installed; --companion service/);
  assert.match(await readBy("off"), /^uiautomator \| --companion off/);
  product.phone.setUiAutomationConnected(true);
  assert.match(await readBy("shell"), /^uiautomator \| --companion shell, and another program holds UiAutomation$/);
  assert.ok(!starts.some((text) => /^(?:app_process|uiautomator) /.test(text)));
});
