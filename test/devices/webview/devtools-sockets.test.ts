import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDevtoolsSockets } from "../../../src/devices/webview/devtools-sockets.js";

const line = (path: string, flags = "00010000") =>
  `0000000000000000: 00000002 00000000 ${flags} 0001 01 21442 ${path}\n`;

test("parseDevtoolsSockets returns listening sockets with Chromium's names, each once", () => {
  const text =
    "Num       RefCount Protocol Flags    Type St Inode Path\n" +
    line("@webview_devtools_remote_4711") +
    line("@webview_devtools_remote_4711") +
    line("@chrome_devtools_remote") +
    line("@webview_devtools_remote_12", "00000000") +
    line("@com.example.browser_devtools_remote_99") +
    line("/dev/socket/zygote") +
    line("@a b_devtools_remote") +
    line("@devtools_remote_123456789") +
    line("@../webview_devtools_remote_5");
  assert.deepEqual(parseDevtoolsSockets(text), [
    { name: "webview_devtools_remote_4711", pid: 4711 },
    { name: "chrome_devtools_remote", pid: null },
    { name: "com.example.browser_devtools_remote_99", pid: 99 },
  ]);
});

test("at most eight sockets are used of a phone that lists sockets without end", () => {
  const many = Array.from({ length: 100 }, (_, place) => line(`@webview_devtools_remote_${place + 1}`)).join("");
  assert.equal(parseDevtoolsSockets(many).length, 8);
});
