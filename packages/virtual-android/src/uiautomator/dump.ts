import type { AccessibilityWindowState } from "../accessibility-state.js";
import type { CommandCall } from "../command.js";
import { JavaError, printUncaught } from "../java-error.js";
import { type DumpFacts, hierarchyXml, windowsXml } from "./xml.js";

/** DumpCommand of AOSP: waits for one second without an event, at most ten seconds. */
const IDLE_MS = 1000;
const GIVE_UP_MS = 10_000;
/** How long AccessibilityInteractionClient waits for an app that does not answer. */
const NODE_TIMEOUT_MS = 5000;
const DEFAULT_FILE = "/sdcard/window_dump.xml";

const REGISTERED_FRAMES = [
  "android.os.Parcel.createExceptionOrNull(Parcel.java:2425)",
  "android.os.Parcel.readException(Parcel.java:2360)",
  "android.app.UiAutomationConnection.registerUiTestAutomationServiceLocked(UiAutomationConnection.java:384)",
  "android.app.UiAutomation.connect(UiAutomation.java:258)",
  "com.android.uiautomator.core.UiAutomationShellWrapper.connect(UiAutomationShellWrapper.java:34)",
  "com.android.commands.uiautomator.DumpCommand.run(DumpCommand.java:101)",
  "com.android.commands.uiautomator.Launcher.main(Launcher.java:83)",
] as const;

/**
 * `uiautomator dump [--compressed] [--windows] [FILE]`. While it runs it is the phone's one UiAutomation, which unbinds
 * all accessibility services. Its exit status is always 0, except when another UiAutomation is connected.
 */
export async function dump(call: CommandCall, args: readonly string[]): Promise<number> {
  if (call.phone.state().accessibility.isUiAutomationConnected) return await refuse(call);
  call.phone.setUiAutomationConnected(true);
  try {
    return await dumpConnected(call, args);
  } finally {
    call.phone.setUiAutomationConnected(false);
  }
}

async function refuse(call: CommandCall): Promise<number> {
  const service = "UiAutomationService android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@5f0ea17";
  const error = new JavaError("java.lang.IllegalStateException", `${service}already registered!`, REGISTERED_FRAMES);
  return await printUncaught(call, error);
}

async function dumpConnected(call: CommandCall, args: readonly string[]): Promise<number> {
  if (!(await waitForIdle(call))) {
    await call.stderr.write("ERROR: could not get idle state.\n");
    return 0;
  }
  const { build, display } = call.phone.state();
  const facts: DumpFacts = {
    apiLevel: build.apiLevel,
    rotation: display.rotation,
    size: display.size,
    isCompressed: args.includes("--compressed"),
  };
  const wantsWindows = args.includes("--windows") && build.apiLevel >= 30;
  const xml = wantsWindows ? windowsXml(call.phone.accessibilityWindows(), facts) : await activeXml(call, facts);
  if (xml === undefined) {
    await call.stderr.write("ERROR: null root node returned by UiTestAutomationBridge.\n");
    return 0;
  }
  const file = args.filter((word) => !word.startsWith("-")).at(-1) ?? DEFAULT_FILE;
  return await save(call, file.startsWith("/") ? file : `/${file}`, xml);
}

/** UiAutomation.waitForIdle; events from before the connection do not count, so it always takes at least a second. */
async function waitForIdle(call: CommandCall): Promise<boolean> {
  const { uptimeMs: startedAt } = call.phone.stillness();
  for (;;) {
    const { uptimeMs: now, quietMs } = call.phone.stillness();
    const quiet = Math.min(quietMs, now - startedAt);
    // If the phone's time runs faster, this check may come late: only the end of the quiet second counts.
    if (quiet >= IDLE_MS && now - quiet + IDLE_MS - startedAt <= GIVE_UP_MS) return true;
    if (now - startedAt >= GIVE_UP_MS) return false;
    await call.sleep(Math.max(1, Math.min(IDLE_MS - quiet, GIVE_UP_MS - (now - startedAt))));
  }
}

/** The tree of the active window; undefined if no window is active or its app does not answer in time. */
async function activeXml(call: CommandCall, facts: DumpFacts): Promise<string | undefined> {
  const active = activeWindow(call);
  if (active && !active.root) await call.sleep(NODE_TIMEOUT_MS);
  const root = activeWindow(call)?.root;
  return root ? hierarchyXml(root, facts) : undefined;
}

function activeWindow(call: CommandCall): AccessibilityWindowState | undefined {
  return call.phone.accessibilityWindows().find((window) => window.isActive);
}

/** As the real command does, it only logs a write error: the message always says that the file was written. */
async function save(call: CommandCall, path: string, xml: string): Promise<number> {
  try {
    call.phone.files.write(path, Buffer.from(xml));
  } catch (error) {
    if (call.signal.aborted) throw error;
  }
  await call.stdout.write(`UI hierchary dumped to: ${path}\n`);
  return 0;
}
