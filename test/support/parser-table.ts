import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { playedResult, readReply } from "../../packages/virtual-android/src/played/companion-reply.js";
import { FoveaError } from "../../src/base/errors.js";
import { FrameCutter } from "../../src/device-recording/companion-frames.js";
import { parseCompanionMessage } from "../../src/device-recording/companion-message.js";
import { safeTree, wholeTree } from "../../src/device-recording/companion-tree.js";
import { CompanionTrees } from "../../src/device-recording/companion-trees.js";
import { parseLines } from "../../src/device-recording/read-recording.js";
import { parseDeviceRows } from "../../src/devices/adb/device-row.js";
import { SyncConnection } from "../../src/devices/adb/sync-connection.js";
import { readManifestAttributes } from "../../src/devices/apk/compiled-xml.js";
import { readApkIdentity } from "../../src/devices/apk/manifest.js";
import { readZipEntry } from "../../src/devices/apk/zip-entry.js";
import { parseAppFacts } from "../../src/devices/app-info.js";
import { parseBootReport } from "../../src/devices/boot-report.js";
import {
  bracedList,
  componentsIn,
  LISTS,
  labelsIn,
  parseAccessibilityDump,
} from "../../src/devices/companion/accessibility-dump.js";
import { readSignature } from "../../src/devices/companion/apk/read-signature.js";
import { findSigningBlock, readPairs } from "../../src/devices/companion/apk/signing-block.js";
import { findZipEnd, readZipEnd } from "../../src/devices/companion/apk/zip-end.js";
import { readFrames } from "../../src/devices/companion/frames.js";
import { readGreeting, readMessage } from "../../src/devices/companion/read-message.js";
import { parseServiceDump } from "../../src/devices/companion/service-dump.js";
import { parseHostLine } from "../../src/devices/companion/shell-host-line.js";
import { readNode, readWireTree } from "../../src/devices/companion/tree.js";
import { patchTree, readTreePatch } from "../../src/devices/companion/tree-patch.js";
import { timesReportedIn } from "../../src/devices/device-clock.js";
import { parseDeviceState } from "../../src/devices/device-state.js";
import { installRefusalOf, isPermissionRefusal } from "../../src/devices/package-refusals.js";
import { ShellPackets } from "../../src/devices/shell-packets.js";
import { parseDevtoolsSockets } from "../../src/devices/webview/devtools-sockets.js";
import { lastUsesIn } from "../../src/observe/evidence/last-use.js";
import { parseNotificationKeys } from "../../src/observe/evidence/notification-keys.js";
import { parseDropBox } from "../../src/observe/evidence/read-drop-box.js";
import { parseNotifications } from "../../src/observe/evidence/read-notifications.js";
import { parseCpu, parseMemory } from "../../src/observe/evidence/read-performance.js";
import { parseAccessibility } from "../../src/observe/parse/accessibility.js";
import { parseActivities } from "../../src/observe/parse/activities.js";
import { parseActivityRecord, parseComponent, parseWindowName } from "../../src/observe/parse/component.js";
import { parseCrashLog } from "../../src/observe/parse/crash-log.js";
import { parseDisplay } from "../../src/observe/parse/display.js";
import { parseGfxinfo } from "../../src/observe/parse/gfxinfo.js";
import { parseHierarchy, parseWithin } from "../../src/observe/parse/hierarchy.js";
import { parseInput } from "../../src/observe/parse/input.js";
import { parseInputMethod } from "../../src/observe/parse/input-method.js";
import { parsePower } from "../../src/observe/parse/power.js";
import { findRect } from "../../src/observe/parse/rects.js";
import { parseScreencap, toRgba } from "../../src/observe/parse/screencap.js";
import { decodeText } from "../../src/observe/parse/text.js";
import { readFocusLines } from "../../src/observe/parse/window/focus.js";
import { parseInsetsState } from "../../src/observe/parse/window/insets.js";
import { layoutRect, parseLegacyInsets } from "../../src/observe/parse/window/legacy-insets.js";
import { readProvides } from "../../src/observe/parse/window/provided-insets.js";
import { parseWindow } from "../../src/observe/parse/window/window-facts.js";
import { parseWindowList } from "../../src/observe/parse/window/window-list.js";
import { parseDensity, parseSize } from "../../src/observe/parse/wm.js";
import { decodeAttribute } from "../../src/observe/parse/xml-text.js";
import { parseFlow } from "../../src/replay/flow/parse-flow.js";
import { recordedStep } from "../../src/replay/recorded-step.js";
import { stepCall } from "../../src/replay/step-call.js";
import { LineCutter } from "../../src/trace/line-cutter.js";
import { readCall } from "../../src/trace/read-call.js";
import { readStep } from "../../src/trace/read-step.js";
import { unpackTrace } from "../../src/trace/unpack-trace.js";
import { decodePicture, decodePng } from "../../src/vision/image.js";
import { boxesIn, readTables } from "../../src/vision/video/mp4-tables.js";
import { scriptedBytes } from "./scripted-bytes.js";

/** A parser of data from a device, its adb server, its companion, or a foreign file. */
export interface ParserEntry {
  /** The names of the exported functions that it tests. */
  readonly names: readonly string[];
  /** Parses the bytes; the result is ignored. */
  readonly run: (bytes: Buffer) => unknown;
  /** Words of the format, from which similar garbage is generated. */
  readonly words: readonly string[];
  /** Whether the words are bytes, one per character. */
  readonly isBinary?: boolean;
  /** A pattern of the path and kind of its files in the corpus. */
  readonly corpus?: RegExp;
}

/** Whether a parser may throw this: an error with a code, except for the code of a defect. */
export function isAllowed(error: unknown): boolean {
  return error instanceof FoveaError && error.code !== "INTERNAL";
}

/** The result of an attempt; empty if it throws an allowed error. */
function codedOnly(attempt: () => unknown): readonly unknown[] {
  try {
    return [attempt()];
  } catch (error) {
    if (isAllowed(error)) return [];
    throw error;
  }
}

/** Ignores adbkit's own errors, to which `adbError` gives a code. */
function asOfAdbkit(error: unknown): unknown {
  const name = error instanceof Error ? error.constructor.name : "";
  if (/^(?:FailError|PrematureEOFError|UnexpectedDataError)$/.test(name)) return undefined;
  throw error;
}

const lines = (bytes: Buffer) => decodeText(bytes).split("\n");
const ofText = (parse: (text: string) => unknown) => (bytes: Buffer) => parse(decodeText(bytes));
/** A reader of any JSON value; other tests cover text that is not JSON. */
const ofJson = (read: (value: unknown) => unknown) => (bytes: Buffer) => {
  const value = jsonOf(bytes);
  return value === undefined ? undefined : read(value);
};

async function inFile(bytes: Buffer, read: (path: string) => Promise<unknown>): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), "fovea-parsed-"));
  try {
    await writeFile(join(folder, "bytes"), bytes);
    return await read(join(folder, "bytes"));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

const WINDOW_WORDS = ["Window{a1b2 u0 ", "com.x/com.x.Main", "}", "mCurrentFocus=", "mFocusedApp=ActivityRecord{1 u0 "]
  .concat([
    "  Window #1 ",
    "mFrame=[0,0][1,1]",
    "InsetsSource ",
    "WINDOW MANAGER DISPLAY CONTENTS",
    "Display: mDisplayId=0",
  ])
  .concat([
    "mViewVisibility=0x0",
    "Frames: ",
    "mAttrs={(0,0)(fillx84) ty=",
    "mOwnerUid=1 package=",
    "init=1080x2400 420dpi",
  ])
  .concat([
    "KeyguardServiceDelegate",
    "mStable=Rect(0, 0 - 1, 1)",
    "mSystemBooted=true",
    "winConfig={",
    "type=ime visible=true",
  ]);
const JSON_WORDS = [
  '{"id":1,',
  '"result":',
  '{"hello":',
  '"error":{"code":',
  '"nodes":[',
  "[[0,",
  '"base":"0123456789abcdef",',
].concat(['"places":[0]', '"names":[', '"actionSets":[]', "{}", "null", "1e999", '"__proto__":', "}", "]", '"', ","]);

/** Every parser. A new one without a line here fails the test of this table. */
export const PARSERS: readonly ParserEntry[] = [
  {
    names: ["FrameCutter"],
    run: (bytes) => {
      const cutter = new FrameCutter(100_000);
      return [cutter.cut(bytes.subarray(0, 7)), cutter.cut(bytes.subarray(7)), cutter.problem];
    },
    isBinary: true,
    words: ["\0\0\0\u0002{}", "\0\0\0\u0001", "\0\0", "\u0001\u0002\u0003\u0004", "\u007f"],
  },
  {
    names: ["parseCompanionMessage", "readReply", "playedResult"],
    run: (bytes) => {
      const { result = {} } = readReply(bytes);
      const parts = {
        trees: new CompanionTrees(),
        params: parseCompanionMessage(bytes),
        numberOf: (seq: number) => seq,
      };
      return playedResult("snapshot", result, parts);
    },
    words: [
      '{"result":',
      '{"windows":[',
      '{"tree":"a","content":',
      '{"nodes":[[0]],"names":[],"actionSets":[]}',
      "}",
      "]}",
    ],
  },
  {
    names: ["wholeTree", "safeTree", "CompanionTrees"],
    run: ofJson((value) => [
      ...codedOnly(() =>
        safeTree(
          wholeTree(value, () => wholeTree(value, () => undefined)),
          (text) => text,
        ),
      ),
      ...codedOnly(() => new CompanionTrees().whole(value)),
    ]),
    words: [
      '{"nodes":[',
      "[-1,4096,0,0,1,1",
      "[0,",
      ']],"names":["a"],',
      '"actionSets":[["click"]]',
      '"base":"a",',
      '"places":[0],',
    ],
  },
  {
    names: ["parseLines"],
    run: (bytes) => parseLines("a folder", bytes),
    words: [
      '{"type":"session",',
      '"session":"a"',
      '"n":1,',
      "}",
      "\n",
      '{"type":"exchange"',
      '"chunks":[["in",1,',
      "]]",
    ],
  },
  { names: ["parseWindow"], run: ofText(parseWindow), words: WINDOW_WORDS, corpus: /^dumpsys-window\// },
  {
    names: ["parseWindowList"],
    run: (bytes) => parseWindowList(lines(bytes)),
    words: WINDOW_WORDS,
    corpus: /^dumpsys-window\//,
  },
  {
    names: ["readProvides"],
    run: (bytes) => readProvides(lines(bytes)),
    words: [
      "    mAttrs={(0,0)(fillx126)",
      " providedInsets=InsetsFrameProvider: {type=ITYPE_NAVIGATION_BAR, source=SOURCE_FRAME,",
      "InsetsFrameProvider: {id=#1, index=0, type=statusBars, ",
      "insetsSize=Insets{left=0, top=54, right=0, bottom=0}",
      " providedInternalInsets=null ",
      "      paramsForRotation=",
      "ROTATION_90=",
      "{(0,0)",
      "} ",
      "    Requested w=1",
      "\n",
    ],
    corpus: /^dumpsys-window\//,
  },
  { names: ["readFocusLines"], run: (bytes) => readFocusLines(lines(bytes)), words: WINDOW_WORDS },
  {
    names: ["parseInsetsState", "layoutRect", "parseLegacyInsets"],
    run: (bytes) => [
      parseInsetsState(lines(bytes)),
      layoutRect(lines(bytes), "mStable"),
      parseLegacyInsets(lines(bytes), lines(bytes), { width: 1080, height: 2400 }),
    ],
    words: WINDOW_WORDS,
  },
  {
    names: ["parseWindowName", "parseActivityRecord", "parseComponent", "findRect"],
    run: ofText((text) => [parseWindowName(text), parseActivityRecord(text), parseComponent(text), findRect(text)]),
    words: [
      "Window{",
      "a1 u0 ",
      "ActivityRecord{",
      "com.x",
      "/",
      ".Main",
      "}",
      " t1",
      " type=1",
      " EXITING",
      "[0,0][1,1]",
    ],
  },
  {
    names: ["parseActivities"],
    run: ofText(parseActivities),
    words: [
      "Display #0",
      "Stack #1:",
      "* Task{",
      "mResumedActivity: ",
      "ActivityRecord{1 u0 com.x/.Main t1}",
      "Hist #0: ",
    ],
    corpus: /activity-activities/,
  },
  {
    names: ["parseDisplay"],
    run: ofText(parseDisplay),
    words: [
      "DisplayDeviceInfo{",
      "mViewports=[DisplayViewport{",
      "type=INTERNAL",
      "1080 x 2400",
      "rotation 0",
      "}",
      "Display Devices: size=",
    ],
    corpus: /display/,
  },
  {
    names: ["parseInput"],
    run: ofText(parseInput),
    words: [
      "Input Reader State",
      "Viewport INTERNAL: ",
      "displayId=0",
      "orientation=0",
      "logicalFrame=[0, 0, 1, 1]",
      "FocusedWindows:",
      "name='",
    ],
    corpus: /input\.txt|-input-/,
  },
  {
    names: ["parseInputMethod"],
    run: ofText(parseInputMethod),
    words: [
      "mInputShown=true",
      "mCurMethodId=",
      "com.x/.Ime",
      "Input method client state",
      "mServedView=",
      "mIsInputViewShown=true",
    ],
    corpus: /input_method/,
  },
  {
    names: ["parsePower", "lastUsesIn"],
    run: ofText((text) => [parsePower(text), lastUsesIn(text)]),
    words: [
      "mWakefulness=Awake",
      "Display Power: state=ON",
      "mLastUserActivityTime=",
      "9".repeat(30),
      " mWakefulness=",
      "\n",
    ],
    corpus: /power/,
  },
  {
    names: ["parseAccessibility", "parseAccessibilityDump", "bracedList", "componentsIn", "labelsIn"],
    run: ofText((text) => [
      parseAccessibility(text),
      parseAccessibilityDump(text),
      bracedList(text, LISTS.enabled),
      componentsIn(text),
      labelsIn(text),
    ]),
    words: [
      "User state[",
      "attributes:{id=0",
      "Bound services:{",
      "Service[label=",
      ", feedbackType",
      "com.x/.S",
      "}",
      "Enabled services:{",
    ],
    corpus: /accessibility/,
  },
  {
    names: ["parseGfxinfo"],
    run: ofText(parseGfxinfo),
    words: [
      "** Graphics info for pid 1 [com.x] **",
      "Total frames rendered: 9",
      "Janky frames: 1 (1.00%)",
      "HISTOGRAM: 5ms=1 ",
      "---PROFILEDATA---",
      "50th percentile: 5ms",
      "Window: ",
    ],
    corpus: /^dumpsys-gfxinfo\//,
  },
  {
    names: ["parseSize", "parseDensity"],
    run: ofText((text) => [parseSize(text), parseDensity(text)]),
    words: ["Physical size: 1x1", "Override size: ", "Physical density: 420", "9".repeat(40), "x", "-"],
    corpus: /^wm\//,
  },
  {
    names: ["parseDropBox"],
    run: ofText(parseDropBox),
    words: [
      "Drop box contents: 1 entries\n",
      "========================================\n",
      "2026-01-02 03:04:05 data_app_crash (text, 9 bytes)\n",
      "Process: com.x\n",
      "Package: com.x v1\n",
      "Subject: ",
      "\n\n",
      "\tat com.x.A.b(A.java:1)\n",
    ],
  },
  {
    names: ["parseMemory", "parseCpu"],
    run: ofText((text) => [parseMemory(text), parseCpu(text)]),
    words: ["TOTAL PSS: 1 ", "               TOTAL: 5", "1 (a) S ", ")", " 1", "\n"],
  },
  {
    names: ["parseAppFacts"],
    run: ofText((text) => parseAppFacts(text, "com.x", 0)),
    words: [
      "  Package [com.x] (1):\n",
      "    versionCode=1 minSdk=2 targetSdk=3\n",
      "    User 0: stopped=true enabled=0\n",
      "    flags=[ DEBUGGABLE ]\n",
      " enabled=",
    ],
  },
  {
    names: ["parseDevtoolsSockets"],
    run: ofText(parseDevtoolsSockets),
    words: [
      "Num       RefCount Protocol Flags    Type St Inode Path\n",
      "0000000000000000: 00000002 00000000 00010000 0001 01 21442 ",
      "@webview_devtools_remote_4711\n",
      "@chrome_devtools_remote\n",
    ],
  },
  {
    names: ["parseNotifications"],
    run: ofText(parseNotifications),
    words: [
      "  Notification List:\n",
      "    NotificationRecord(0x1: pkg=com.x u id=1 tag=null importance=3\n",
      "      key=k\n",
      "      flags=0x2\n",
      "        android.title=String (",
      " tag= importance=",
    ],
  },
  {
    names: ["parseNotificationKeys"],
    run: parseNotificationKeys,
    isBinary: true,
    words: [
      "\n\u0010\n\u000c0|com.x|1|a|9",
      "\u0010\u0001",
      "\n\u0000",
      "\u00ff\u00ff\u00ff\u007f",
      "\u0009",
      "\u000d",
    ],
  },
  {
    names: ["parseCrashLog"],
    run: ofText(parseCrashLog),
    words: [
      "1732250709.123  1  1 E AndroidRuntime: ",
      "Process: com.x, PID: 1",
      "1.1 1 1 F DEBUG : pid: 1, tid: 1, ",
      ">>> com.x <<<",
      "java.lang.Error: ",
      ": ",
    ],
  },
  {
    names: ["parseHierarchy", "parseWithin", "decodeAttribute"],
    run: ofText((text) => [
      decodeAttribute(text),
      parseHierarchy(text),
      parseWithin(text, null, { nodes: 20, levels: 5 }),
    ]),
    words: [
      "<hierarchy rotation='0'>",
      "<node ",
      'text="',
      '"',
      "bounds='[0,0][1,1]'",
      "/>",
      "</node>",
      "</hierarchy>",
      "&#55357;",
      "&amp;",
      "<!--",
      "<?",
      "&constructor;",
      "<window ",
      "<!DOCTYPE a [<!ENTITY b 'c'>]>",
    ],
    corpus: /^uiautomator-xml\//,
  },
  {
    names: ["parseScreencap", "decodePng"],
    run: async (bytes) => {
      const image = parseScreencap(bytes);
      return image?.kind === "png" ? await decodePng(image.bytes) : image && toRgba(image);
    },
    isBinary: true,
    words: [
      "\u0089PNG\r\n\u001a\n",
      "IHDR",
      "IEND",
      "\0\0\0\u000d",
      "\u0001\0\0\0",
      "\u0002\0\0\0",
      "\u00ff\u00ff\u00ff\u00ff",
    ],
  },
  {
    names: ["decodePicture"],
    run: async (bytes) => await decodePicture(bytes),
    isBinary: true,
    words: ["\u0089PNG\r\n\u001a\n", "IHDR", "\u00ff\u00d8\u00ff", "\u00ff\u00e0", "JFIF\0", "RIFF", "WEBP", "VP8X"],
  },
  {
    names: ["parseBootReport"],
    run: ofText((text) => parseBootReport(text, new Set())),
    words: [
      "[ro.build.version.sdk]: [33]\n",
      "[a]: [",
      "]\n",
      "/system/bin/timeout\n",
      "1.0 2.0\n",
      "01234567-0123-0123-0123-0123456789ab\n",
      "[",
    ],
  },
  {
    names: ["parseServiceDump"],
    run: ofText((text) => parseServiceDump(text, 0)),
    words: [
      "SERVICE dev.fovea.service/.FoveaAccessibilityService 1 pid=1\n",
      "fovea-epoch: 0123456789abcdef\n",
      "fovea-socket: dev.fovea.service.0\n",
      "fovea-version: 1\n",
      " user=0",
    ],
  },
  {
    names: ["timesReportedIn"],
    run: ofText(timesReportedIn),
    words: ["fovea at 1.5\n", "fovea at ", "9".repeat(50), "\n"],
  },
  {
    names: ["parseHostLine", "installRefusalOf", "isPermissionRefusal"],
    run: ofText((text) => [parseHostLine(text), installRefusalOf(text), isPermissionRefusal(text)]),
    words: [
      "READY s 0123456789abcdef",
      "RUNNING ",
      "FAILED constructor ",
      "FAILED INTERNAL ",
      "INSTALL_FAILED_",
      "neither user 1 nor ",
      "requires: android.permission",
      "does not have ",
    ],
  },
  {
    names: ["parseDeviceRows", "parseDeviceState"],
    run: ofText((text) => [parseDeviceRows(text), parseDeviceState(text)]),
    words: [
      "emulator-5554 ",
      "device ",
      "offline ",
      "no permissions (x); see [http://x] ",
      "transport_id:1 ",
      "model:x ",
      "adb-x (2)._adb._tcp ",
      "\n",
      " a:",
    ],
  },
  {
    names: ["readSignature", "findZipEnd", "readZipEnd", "findSigningBlock", "readPairs"],
    run: (bytes) => {
      const attempts = [
        readSignature,
        readZipEnd,
        (tail: Buffer) => readPairs(tail),
        (tail: Buffer) => findSigningBlock(tail, tail.length),
      ];
      return attempts.flatMap((attempt) => codedOnly(() => attempt(bytes))).concat(codedOnly(() => findZipEnd(bytes)));
    },
    isBinary: true,
    words: ["PK\u0005\u0006", "APK Sig Block 42", "\0\0\0\0\0\0\0\0", "\u0018\0\0\0\0\0\0\0", "\u001a\u0087\u0009q"],
  },
  {
    names: ["readManifestAttributes", "readZipEntry", "readApkIdentity"],
    run: (bytes) => {
      const attempts = [
        readManifestAttributes,
        (zip: Buffer) => readZipEntry(zip, "AndroidManifest.xml", 100_000),
        readApkIdentity,
      ];
      return attempts.flatMap((attempt) => codedOnly(() => attempt(bytes)));
    },
    isBinary: true,
    words: [
      "PK\u0001\u0002",
      "PK\u0003\u0004",
      "PK\u0005\u0006",
      "AndroidManifest.xml",
      "\u0003\0\u0008\0",
      "\u0001\0\u001c\0",
      "\0\0\0\0",
      "\u00ff\u00ff\u00ff\u007f",
    ],
  },
  {
    names: ["ShellPackets"],
    run: (bytes) => {
      const packets = new ShellPackets(1_000_000);
      packets.feed(bytes);
      return [packets.stdout, packets.stderr, packets.exitCode];
    },
    isBinary: true,
    words: ["\u0001\u0003\0\0\0abc", "\u0002\u0001\0\0\0x", "\u0003\u0001\0\0\0\0", "\u0001", "\0\0\0\0", "\u0007"],
  },
  {
    names: ["boxesIn", "readTables"],
    run: (bytes) => {
      for (const attempt of [() => boxesIn(bytes, 0, bytes.length), () => readTables(bytes)])
        try {
          attempt();
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
        }
    },
    isBinary: true,
    words: [
      "\0\0\0\u0008free",
      "\0\0\u0001\0trak\0\0\0\u00f0mdia\0\0\0\u0020hdlr\0\0\0\0\0\0\0\0vide",
      "\0\0\0\u0010stsz",
      "\0\0\0\u0001",
      "\u00ff\u00ff\u00ff\u00ff",
      "stts",
    ],
  },
  {
    names: ["SyncConnection"],
    run: async (bytes) => {
      const sync = () => new SyncConnection(scriptedBytes(bytes));
      const pulled = async () => {
        for await (const _ of sync().pull("/x"));
      };
      await sync().sizeOf("/x").catch(asOfAdbkit);
      await pulled().catch(asOfAdbkit);
      await sync().list("/x", 10_000).catch(asOfAdbkit);
    },
    isBinary: true,
    words: ["STAT", "DENT", "FAIL", "OKAY", "\u0004\0\0\0", "\0\0\0\0", "DONE", "DATA"],
  },
  {
    names: ["readFrames"],
    run: async (bytes) => {
      const bodies: Buffer[] = [];
      for await (const body of readFrames(scriptedBytes(bytes), 100_000)) bodies.push(body);
      return bodies;
    },
    isBinary: true,
    words: ["\0\0\0\u0002{}", "\0\0\0\u0001", "\0\0", "\u0001\u0002\u0003\u0004", "\u007f"],
  },
  {
    names: ["readGreeting", "readMessage"],
    run: (bytes) => [...codedOnly(() => readGreeting(bytes)), ...codedOnly(() => readMessage(bytes))],
    words: JSON_WORDS,
  },
  {
    names: ["readStep", "readCall"],
    run: ofText((text) => {
      const { step } = readStep(text, 1);
      const again = step ? codedOnly(() => stepCall(recordedStep(step, { number: 1, line: 1 }), "text")) : [];
      return [step, ...again, readCall(text, 1)];
    }),
    words: [
      '{"timestamp":1',
      ',"visual_state":{',
      '"elements":[{"element_id":"e1"',
      '"bbox":[1,2,3,4]',
      ',"action":{"type":"click"',
    ].concat(['"x-fovea":{', '"__proto__":', '"call":1,', "]", "}", "1e999", "null"]),
  },
  {
    names: ["LineCutter"],
    run: (bytes) => [...new LineCutter().cut(bytes)],
    isBinary: true,
    words: ["{}\n", "\r\n", "\n", "\u00ff", "\u00c3", "\u00f0\u009f"],
  },
  {
    names: ["unpackTrace"],
    run: async (bytes) => await inFile(bytes, async (path) => await rm(await unpackTrace(path), { recursive: true })),
    isBinary: true,
    words: [
      "PK\u0003\u0004",
      "PK\u0001\u0002",
      "PK\u0005\u0006",
      "steps.jsonl",
      "../",
      "\0\0\0\0",
      "\u0008\0",
      "\u0001\0",
    ].concat(["\u00ff\u00ff\u00ff\u00ff"]),
  },
  {
    names: ["readWireTree", "readNode", "readTreePatch"],
    run: ofJson((value) => [
      ...codedOnly(() => readWireTree(value)),
      ...codedOnly(() => readNode(value, 0, [], [])),
      ...codedOnly(() => patchTree([], readTreePatch(value))),
    ]),
    words: JSON_WORDS,
  },
  {
    names: ["parseFlow"],
    run: async (bytes) =>
      await parseFlow(
        { file: "a.yaml", text: bytes.toString("utf8") },
        { load: async (path) => ({ file: path, text: "appId: com.x\n---\n- back" }) },
      ),
    words: [
      "appId: com.x\n",
      "---\n",
      "- tapOn:\n",
      "    text: ",
      "    below:\n      id: b\n",
      "- runFlow: b.yaml\n",
      "- repeat:\n    times: 2\n    commands:\n      - back\n",
      "&a ",
      "*a",
      "!!js/function ",
      "[",
      "{",
      "? ",
      "- ",
      "\u0024{A || 'b'}",
      "expect: ",
      "__proto__: ",
      "'",
      '"',
      "|\n",
    ],
  },
];
