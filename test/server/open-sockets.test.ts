import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { OpenSockets } from "../../src/server/open-sockets.js";

test("with too many open sockets the oldest unauthenticated one is closed, and authenticated ones stay", () => {
  const sockets = new OpenSockets(3);
  const all = Array.from({ length: 5 }, () => new PassThrough());
  all.forEach((socket, at) => {
    sockets.opened(socket);
    if (at === 0) sockets.letIn(socket);
  });
  assert.deepEqual(
    all.map(({ destroyed }) => destroyed),
    [false, true, true, false, false],
  );
});
