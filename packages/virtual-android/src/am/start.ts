import type { CommandCall } from "../command.js";
import type { LaunchResult } from "../intent.js";
import { illegalArgument, JavaError } from "../java-error.js";
import { intentText, longComponent, shortComponent } from "./intent-text.js";
import { type IntentWords, parseIntent } from "./intent-words.js";

const NEW_TASK = 0x10000000;

/** `am start [-W] [-S] INTENT`. Its exit status is 0 even if nothing was started. */
export async function start(call: CommandCall, args: readonly string[]): Promise<number> {
  const words = parseIntent(args);
  await sayStopping(call, words);
  await call.stdout.write(`Starting: ${intentText(words.intent, words.flags)}\n`);
  if (words.displayId !== null && words.displayId !== "0") return startOnSecond(call, words);
  const result = call.phone.launch(words.intent, { stopFirst: words.stopsFirst, flags: words.flags });
  if (result.outcome === "not-exported") throw denied(words, result);
  const complaint = complaintOf(words, result);
  if (complaint !== "") await call.stderr.write(complaint);
  if (words.waits && result.component !== null && !complaint.startsWith("Error")) await waitAndReport(call, result);
  return 0;
}

/** ActivityTaskSupervisor.isCallerAllowedToLaunchOnDisplay: a display that does not exist is refused. */
function startOnSecond(call: CommandCall, words: IntentWords): number {
  // Android 8 introduced the option.
  if (call.phone.build.apiLevel < 26) throw illegalArgument("Unknown option: --display", []);
  const component = words.displayId === "1" ? call.phone.launchOnSecondDisplay?.(words.intent) : null;
  if (component) return 0;
  const what = intentText(words.intent, (words.flags | NEW_TASK) >>> 0);
  const message = `Permission Denial: starting ${what} from null (pid=4211, uid=2000) with launchDisplayId=${words.displayId}`;
  throw new JavaError("java.lang.SecurityException", message, []);
}

async function sayStopping(call: CommandCall, words: IntentWords): Promise<void> {
  const target = words.intent.component?.split("/")[0] ?? words.intent.packageName;
  if (words.stopsFirst && target !== null) await call.stdout.write(`Stopping: ${target}\n`);
}

function complaintOf({ intent, flags }: IntentWords, result: LaunchResult): string {
  switch (result.outcome) {
    case "delivered":
      return "Warning: Activity not started, intent has been delivered to currently running top-most instance.\n";
    case "brought-to-front":
      return "Warning: Activity not started, its current task has been brought to the front\n";
    case "unresolved":
      return `Error: Activity not started, unable to resolve ${intentText(intent, (flags | NEW_TASK) >>> 0)}\n`;
    case "no-such-activity":
      return `Error type 3\nError: Activity class {${longComponent(intent.component ?? "")}} does not exist.\n`;
    default:
      return "";
  }
}

function denied({ intent, flags }: IntentWords, result: LaunchResult): JavaError {
  const what = intentText({ ...intent, component: result.component }, (flags | NEW_TASK) >>> 0);
  const message = `Permission Denial: starting ${what} from null (pid=4211, uid=2000) not exported from uid 10100`;
  return new JavaError("java.lang.SecurityException", message, [
    "com.android.server.wm.ActivityTaskSupervisor.checkStartAnyActivityPermission(ActivityTaskSupervisor.java:1105)",
    "com.android.server.wm.ActivityStarter.executeRequest(ActivityStarter.java:1031)",
    "com.android.server.wm.ActivityStarter.execute(ActivityStarter.java:702)",
  ]);
}

/** Waits for the first frame and prints the times: ThisTime up to 9, LaunchState from 10 on. */
async function waitAndReport(call: CommandCall, result: LaunchResult): Promise<void> {
  const { apiLevel } = call.phone.build;
  const isOnTop = result.outcome === "delivered";
  const total = isOnTop ? 0 : result.totalTimeMs;
  await call.sleep(total);
  const launchState = isOnTop ? "UNKNOWN (0)" : result.launchState;
  const lines = [
    "Status: ok",
    ...(apiLevel >= 29 ? [`LaunchState: ${launchState}`] : []),
    `Activity: ${shortComponent(result.component ?? "")}`,
    ...(apiLevel < 29 ? [`ThisTime: ${total}`] : []),
    `TotalTime: ${total}`,
    `WaitTime: ${total + 6}`,
    "Complete",
  ];
  await call.stdout.write(`${lines.join("\n")}\n`);
}
