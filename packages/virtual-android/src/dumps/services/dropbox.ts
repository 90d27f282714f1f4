import type { CrashState, PhoneState } from "../../phone-state.js";
import { formatTime, type Lines } from "../text.js";

interface Entry {
  readonly tag: string;
  readonly wallClockMs: number;
  readonly lines: Lines;
}

/**
 * `dumpsys dropbox [--print] [TAG]`: the apps that crashed or did not respond (DropBoxManagerService.dump, and
 * ActivityManagerService.addErrorToDropBox).
 */
export function dumpDropBox(state: PhoneState, args: readonly string[]): Lines {
  const isWhole = args.includes("--print") || args.includes("-p");
  const tags = args.filter((arg) => !arg.startsWith("-"));
  const entries = entriesOf(state).filter(({ tag }) => tags.length === 0 || tags.some((one) => tag.includes(one)));
  return [
    `Drop box contents: ${entriesOf(state).length} entries`,
    "Max entries: 1000",
    ...(tags.length > 0 ? [`Searching for: ${tags.join(" ")}`] : []),
    ...entries.flatMap((entry) => entryLines(entry, isWhole)),
    ...(entries.length === 0 ? ["(No entries found.)"] : []),
  ];
}

function entryLines({ tag, wallClockMs, lines }: Entry, isWhole: boolean): Lines {
  const text = lines.join("\n");
  const head = `${formatTime(wallClockMs).slice(0, 19)} ${tag} (text, ${text.length} bytes)`;
  if (!isWhole) return [head, `    ${text.slice(0, 60).replaceAll("\n", "/")}`];
  return ["", "========================================", head, ...lines];
}

function entriesOf(state: PhoneState): readonly Entry[] {
  const { crashes = [], lastAnr } = state;
  const kindOf = (packageName: string) =>
    state.packages.find((one) => one.packageName === packageName)?.isSystem ? "system_app" : "data_app";
  const crashed = crashes.map((crash): Entry => {
    return {
      tag: `${kindOf(crash.processName)}_crash`,
      wallClockMs: crash.wallClockMs,
      lines: crashLines(state, crash),
    };
  });
  if (!lastAnr) return crashed;
  const packageName = lastAnr.windowTitle.split("/")[0] ?? "";
  const anr = {
    tag: `${kindOf(packageName)}_anr`,
    wallClockMs: lastAnr.wallClockMs,
    lines: [...headLines(state, packageName), `Subject: ${lastAnr.reason}`, "", ...threadLines(packageName)],
  };
  return [...crashed, anr].toSorted((one, other) => one.wallClockMs - other.wallClockMs);
}

function headLines({ packages }: PhoneState, packageName: string): Lines {
  const one = packages.find((state) => state.packageName === packageName);
  const version = one ? ` v${one.versionCode} (${one.versionName})` : "";
  return [`Process: ${packageName}`, "Flags: 0x38a8be44", `Package: ${packageName}${version}`, "Foreground: Yes"];
}

function crashLines(state: PhoneState, { processName, exception }: CrashState): Lines {
  return [
    ...headLines(state, processName),
    "",
    exception,
    "\tat android.app.ActivityThread.main(ActivityThread.java:7656)",
    "\tat java.lang.reflect.Method.invoke(Native Method)",
    "",
  ];
}

/** Threads as the runtime writes them down on SIGQUIT (art/runtime: Runtime::DumpForSigQuit, Thread::DumpState). */
function threadLines(packageName: string): Lines {
  return [
    `Cmd line: ${packageName}`,
    "",
    "DALVIK THREADS (2):",
    '"Signal Catcher" daemon prio=10 tid=6 Runnable',
    "  (no managed stack frames)",
    "",
    '"main" prio=5 tid=1 Sleeping',
    "  at java.lang.Thread.sleep(Native method)",
    "  at android.os.Handler.dispatchMessage(Handler.java:106)",
    "  at android.os.Looper.loop(Looper.java:223)",
    "  at android.app.ActivityThread.main(ActivityThread.java:7656)",
    "",
  ];
}
