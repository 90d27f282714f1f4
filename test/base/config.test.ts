import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { type Config, type FlagValues, OPTIONS, readConfig } from "../../src/base/config.js";
import { FoveaError } from "../../src/base/errors.js";
import { TOOL_GROUPS } from "../../src/base/options/choices.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-config-"));
after(() => rmSync(folder, { recursive: true }));

function fileWith(content: unknown): string {
  const path = join(folder, "fovea.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

function messageOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof FoveaError && error.code === "INVALID_ARGUMENT", String(error));
    return error.message;
  }
  return assert.fail("no error");
}

type Key = Exclude<(typeof OPTIONS)[number]["key"], "config">;
interface Sample {
  readonly flag: FlagValues[string];
  readonly env: string;
  readonly file: unknown;
  /** What comes out of flag, environment, file and nothing. */
  readonly gives: readonly [unknown, unknown, unknown, unknown];
}

const WEB = ["http", "https"];
const SAMPLES: Readonly<Record<Key, Sample>> = {
  adbHost: { flag: "a", env: "b", file: "c", gives: ["a", "b", "c", undefined] },
  adbPort: { flag: "1", env: "65535", file: 5038, gives: [1, 65_535, 5_038, undefined] },
  device: { flag: "a", env: "b", file: "c", gives: ["a", "b", "c", undefined] },
  allowDevices: {
    flag: ["a", "b"],
    env: "c, d,",
    file: ["e"],
    gives: [["a", "b"], ["c", "d"], ["e"], undefined],
  },
  connect: { flag: ["h:1"], env: "i:2,j:3", file: ["k:4"], gives: [["h:1"], ["i:2", "j:3"], ["k:4"], []] },
  farm: {
    flag: ["nats://h1"],
    env: "nats://h2,nats://h3",
    file: ["nats://h4"],
    gives: [["nats://h1"], ["nats://h2", "nats://h3"], ["nats://h4"], []],
  },
  farmCreds: { flag: "a", env: "b", file: "c", gives: ["a", "b", "c", undefined] },
  farmTlsCa: { flag: "a", env: "b", file: "c", gives: ["a", "b", "c", undefined] },
  farmTenant: { flag: "a", env: "b", file: "c", gives: ["a", "b", "c", undefined] },
  readOnly: { flag: true, env: "1", file: true, gives: [true, true, true, false] },
  slim: { flag: true, env: "true", file: true, gives: [true, true, true, false] },
  takeAction: { flag: true, env: "1", file: true, gives: [true, true, true, false] },
  guard: { flag: "off", env: "note", file: "block", gives: ["off", "note", "block", undefined] },
  guardPolicy: { flag: "a", env: "b", file: "c", gives: ["a", "b", "c", undefined] },
  guardAllow: { flag: ["send"], env: "call,file", file: ["close"], gives: [["send"], ["call", "file"], ["close"], []] },
  manageApps: { flag: "ask", env: "allow", file: "off", gives: ["ask", "allow", "off", "off"] },
  apkDirs: { flag: ["a", "b"], env: "c, d", file: ["e"], gives: [["a", "b"], ["c", "d"], ["e"], []] },
  filesDirs: { flag: ["a", "b"], env: "c, d", file: ["e"], gives: [["a", "b"], ["c", "d"], ["e"], []] },
  plugins: { flag: ["a", "b"], env: "c, d", file: ["e"], gives: [["a", "b"], ["c", "d"], ["e"], []] },
  actionTimeoutMs: { flag: "1", env: "0", file: 30_000, gives: [1, 0, 30_000, 5_000] },
  allowUrlSchemes: {
    flag: ["geo"],
    env: "sms,tel",
    file: ["market"],
    gives: [[...WEB, "geo"], [...WEB, "sms", "tel"], [...WEB, "market"], WEB],
  },
  tools: {
    flag: ["logs,device", "app"],
    env: "all",
    file: ["app"],
    gives: [["device", "app", "logs"], TOOL_GROUPS, ["app"], []],
  },
  allowSettings: {
    flag: ["global/zen_mode"],
    env: "system/a,secure/b",
    file: ["global/c"],
    gives: [["global/zen_mode"], ["system/a", "secure/b"], ["global/c"], []],
  },
  outputDir: { flag: "a", env: "b", file: "c", gives: ["a", "b", "c", "fovea-output"] },
  signingKey: { flag: "a", env: "b", file: "c", gives: ["a", "b", "c", undefined] },
  companion: { flag: "off", env: "shell", file: "service", gives: ["off", "shell", "service", "auto"] },
  hierarchySource: {
    flag: "shell",
    env: "service",
    file: "uiautomator",
    gives: ["shell", "service", "uiautomator", "auto"],
  },
  skills: {
    flag: "skills/a",
    env: "skills/b",
    file: "skills/c",
    gives: ["skills/a", "skills/b", "skills/c", undefined],
  },
  trace: { flag: "a", env: "b", file: "c", gives: ["a", "b", "c", undefined] },
  memory: { flag: "a", env: "b", file: "c", gives: ["a", "b", "c", undefined] },
  traceTools: { flag: true, env: "1", file: true, gives: [true, true, true, false] },
  tracePictures: { flag: "off", env: "on", file: "off", gives: ["off", "on", "off", "on"] },
  traceCapMb: { flag: "1", env: "20", file: 300, gives: [1, 20, 300, 1_000] },
  failures: { flag: "a", env: "b", file: "c", gives: ["a", "b", "c", undefined] },
  recordDevice: { flag: "a", env: "b", file: "c", gives: ["a", "b", "c", undefined] },
  recordDeviceCapMb: { flag: "1", env: "20", file: 300, gives: [1, 20, 300, 2_000] },
  redact: { flag: ["a", "b"], env: "\\d{1,3}", file: ["c"], gives: [["a", "b"], ["\\d{1,3}"], ["c"], []] },
  redactRegions: {
    flag: ["1,2,3,4"],
    env: "1,2,3,4 0,0,9,9",
    file: ["5,6,7,8"],
    gives: [
      [{ left: 1, top: 2, right: 3, bottom: 4 }],
      [
        { left: 1, top: 2, right: 3, bottom: 4 },
        { left: 0, top: 0, right: 9, bottom: 9 },
      ],
      [{ left: 5, top: 6, right: 7, bottom: 8 }],
      [],
    ],
  },
  webview: { flag: true, env: "1", file: true, gives: [true, true, true, false] },
  vision: { flag: "on", env: "off", file: "auto", gives: ["on", "off", "auto", "auto"] },
  hierarchyCache: { flag: "off", env: "ratio", file: "exact", gives: ["off", "ratio", "exact", "tile"] },
  ocr: { flag: "tesseract", env: "./reader", file: "off", gives: ["tesseract", "./reader", undefined, undefined] },
  ocrLanguages: { flag: "deu", env: "eng+chi_sim", file: "fra", gives: ["deu", "eng+chi_sim", "fra", "eng"] },
  detector: {
    flag: "none",
    env: "./a.mjs",
    file: "omniparser-http",
    gives: ["none", "./a.mjs", "omniparser-http", "onnx"],
  },
  detectorModel: { flag: "a", env: "b", file: "c", gives: ["a", "b", "c", undefined] },
  detectorLayout: { flag: "yolo", env: "detr", file: "center", gives: ["yolo", "detr", "center", "auto"] },
  detectorThreshold: { flag: "0.3", env: ".5", file: 0, gives: [0.3, 0.5, 0, undefined] },
  omniparserUrl: {
    flag: "http://a:1/",
    env: "https://b",
    file: "http://c/d//",
    gives: ["http://a:1", "https://b", "http://c/d", "http://127.0.0.1:8000"],
  },
  http: { flag: true, env: "1", file: true, gives: [true, true, true, false] },
  httpPort: { flag: "1", env: "2", file: 3, gives: [1, 2, 3, undefined] },
  httpBind: { flag: "a", env: "b", file: "c", gives: ["a", "b", "c", undefined] },
  httpHosts: { flag: ["a"], env: "b,c", file: ["d"], gives: [["a"], ["b", "c"], ["d"], []] },
  httpTokenFile: { flag: "a", env: "b", file: "c", gives: ["a", "b", "c", undefined] },
  hierarchyCacheLimits: {
    flag: ["mb=1"],
    env: "mb=2,colour=0.1",
    file: ["mb=3"],
    gives: [["mb=1"], ["mb=2", "colour=0.1"], ["mb=3"], []],
  },
  stateDir: { flag: "a", env: "b", file: "c", gives: ["a", "b", "c", join(homedir(), ".local", "state", "fovea")] },
};

for (const { flag, env, key } of OPTIONS) {
  if (key === "config") continue;
  test(`${flag} overrides ${env}, which overrides ${key} in the file`, () => {
    const sample = SAMPLES[key];
    const flags = { [flag.slice(2)]: sample.flag, config: fileWith({ [key]: sample.file }) };
    const { config, ...noFile } = flags;
    const read = (from: FlagValues, variables: Config["env"]) => readConfig(from, variables)[key];
    assert.deepEqual(read(flags, { [env]: sample.env }), sample.gives[0]);
    assert.deepEqual(read(noFile, {}), sample.gives[0]);
    assert.deepEqual(read({ config }, { [env]: sample.env }), sample.gives[1]);
    assert.deepEqual(read({}, { [env]: sample.env, FOVEA_CONFIG: config }), sample.gives[1]);
    assert.deepEqual(read({ config }, {}), sample.gives[2]);
    assert.deepEqual(read({ config }, { [env]: "" }), sample.gives[2]);
    assert.deepEqual(read({}, {}), sample.gives[3]);
    assert.deepEqual(read({}, { FOVEA_CONFIG: "", [env]: "" }), sample.gives[3]);
  });
}

test("false in the environment overrides true in the file", () => {
  const config = fileWith({ readOnly: true, slim: true });
  const { readOnly, slim } = readConfig({ config }, { FOVEA_READ_ONLY: "0", FOVEA_SLIM: "false" });
  assert.deepEqual([readOnly, slim], [false, false]);
});

test("an invalid value is refused with its flag and its variable", () => {
  const wrong: readonly (readonly [Record<string, unknown>, RegExp])[] = [
    [{ adbPort: "0" }, /--adb-port \(FOVEA_ADB_PORT\) has to be a port number/],
    [{ adbPort: "65536" }, /--adb-port/],
    [{ adbPort: "5037x" }, /--adb-port/],
    [{ adbPort: 50.37 }, /--adb-port/],
    [{ adbHost: 5 }, /--adb-host \(FOVEA_ADB_HOST\) has to be a text/],
    [{ device: null }, /--device/],
    [
      { actionTimeoutMs: "30001" },
      /--action-timeout \(FOVEA_ACTION_TIMEOUT\) has to be a whole number of ms, 30000 at/,
    ],
    [{ actionTimeoutMs: "-1" }, /--action-timeout/],
    [{ readOnly: "yes" }, /--read-only \(FOVEA_READ_ONLY\) has to be true or false/],
    [{ slim: 1 }, /--slim/],
    [{ allowDevices: [1] }, /--allow-device \(FOVEA_ALLOW_DEVICE\) has to be a list of texts/],
    [{ connect: {} }, /--connect/],
    [{ outputDir: [] }, /--output-dir/],
    [{ stateDir: false }, /--state-dir/],
    [{ ocr: "yes" }, /--ocr \(FOVEA_OCR\) has to be off, tesseract or the path of such a program/],
    [{ ocr: true }, /--ocr/],
    [{ ocrLanguages: "eng deu" }, /--ocr-languages \(FOVEA_OCR_LANGUAGES\) has to be names of languages joined by \+/],
    [{ ocrLanguages: "eng+" }, /--ocr-languages/],
    [{ ocrLanguages: "../eng" }, /--ocr-languages/],
  ];
  for (const [content, words] of wrong) {
    assert.match(
      messageOf(() => readConfig({ config: fileWith(content) }, {})),
      words,
    );
  }
  assert.match(
    messageOf(() => readConfig({}, { FOVEA_ADB_PORT: "-1" })),
    /--adb-port/,
  );
});

test("keys that the file must not have are refused by name, including the key of the file itself", () => {
  const message = messageOf(() => readConfig({ config: fileWith({ adbport: 1, slim: true, config: "x" }) }, {}));
  assert.match(message, /fovea\.json has unknown options: adbport, config$/);
});

test("a configuration file that is missing, is not JSON or is not an object is refused by name", () => {
  assert.match(
    messageOf(() => readConfig({ config: join(folder, "none.json") }, {})),
    /none\.json cannot be read/,
  );
  for (const content of ["{", "[]", "null", '"text"', "7"]) {
    assert.match(
      messageOf(() => readConfig({ config: fileWith(content) }, {})),
      /fovea\.json (?:cannot be read|is not a JSON object)/,
    );
  }
});

test("an empty list of devices allows no device", () => {
  assert.deepEqual(readConfig({ config: fileWith({ allowDevices: [] }) }, {}).allowDevices, []);
});

test("~ is the home folder even where no shell expands it", () => {
  const { outputDir, stateDir } = readConfig({ "output-dir": "~/shots" }, { FOVEA_STATE_DIR: "~" });
  assert.deepEqual([outputDir, stateDir], [join(homedir(), "shots"), homedir()]);
  assert.equal(readConfig({ "output-dir": "a/~b" }, {}).outputDir, "a/~b");
});

test("the state folder is where the system keeps such files", () => {
  assert.equal(readConfig({}, { XDG_STATE_HOME: "/state" }).stateDir, join("/state", "fovea"));
  assert.equal(readConfig({}, { LOCALAPPDATA: "/local" }).stateDir, join("/local", "fovea"));
});

test("an unknown group of tools and an unknown setting are refused with the nearest name", () => {
  assert.match(
    messageOf(() => readConfig({ tools: ["devise"] }, {})),
    /device, app, logs, .* or all, not "devise"; did you mean device\?/,
  );
  assert.match(
    messageOf(() => readConfig({ tools: ["device,qqqq"] }, {})),
    /not "qqqq"$/,
  );
  assert.match(
    messageOf(() => readConfig({ "allow-setting": ["zen_mode"] }, {})),
    /not "zen_mode"/,
  );
});
