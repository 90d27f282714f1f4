import assert from "node:assert/strict";
import { test } from "node:test";
import { isAboutScreen, isActing, isSameRequest } from "../../src/device-recording/request.js";

const ACTS = [
  "shell,v2,raw:exec cmd input tap 1 2",
  "shell,v2,raw:input keyevent KEYCODE_HOME",
  "shell,v2,raw:case $(dumpsys window) in *x*) exit 75;; esac; cmd input swipe 1 2 3 4 500",
  "shell,v2,raw:exec am start -W -n a/.B",
  "shell,v2,raw:timeout 5 am force-stop a",
  "shell,v2,raw:settings put secure x y",
  "shell,v2,raw:pm install /data/local/tmp/a.apk",
  "sync:",
  "reboot:",
];
const READS = [
  "shell,v2,raw:getprop; command -v timeout",
  "shell,v2,raw:exec dumpsys -t 2 gfxinfo a.input.tap framestats reset",
  "shell,v2,raw:exec cmd package resolve-activity --brief a",
  "shell,v2,raw:trap 'kill $!; wait $!' HUP; uiautomator dump /data/local/tmp/x.xml >&2 & wait $!",
  "shell,v2,raw:am get-current-user",
  "shell,v2,raw:settings get secure x",
  "localabstract:x",
];

test("isActing distinguishes actions from reads by the programs of the script", () => {
  assert.deepEqual(ACTS.filter(isActing), ACTS);
  assert.deepEqual(READS.filter(isActing), []);
});

test("isAboutScreen distinguishes requests about the screen from requests about lasting facts", () => {
  assert.equal(isAboutScreen("shell,v2,raw:exec screencap"), true);
  assert.equal(isAboutScreen("shell,v2,raw:dumpsys -t 3 window displays"), true);
  assert.equal(isAboutScreen("shell,v2,raw:getprop"), false);
  assert.equal(isAboutScreen("shell,v2,raw:dumpsys package com.x"), false);
});

test("[redacted] in a recorded request matches any text in its own place only", () => {
  assert.equal(isSameRequest("input text [redacted]", "input text abc"), true);
  assert.equal(isSameRequest("a [redacted] b [redacted] c", "a x b y c"), true);
  assert.equal(isSameRequest("a [redacted] b", "a x c"), false);
  assert.equal(isSameRequest("a [redacted] b", "xa y b"), false);
  assert.equal(isSameRequest("ab[redacted]b", "ab"), false);
});
