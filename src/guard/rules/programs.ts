import type { ActionClass, Finding } from "../decision.js";

/** The class of a program on the device, by the beginning of its command line. */
const PROGRAMS: readonly (readonly [RegExp, ActionClass, Finding["severity"]])[] = [
  [/^(?:pm|cmd package) install\b/, "install", "confirm"],
  [/^(?:pm|cmd package) (?:uninstall|disable)/, "uninstall", "confirm"],
  [/^(?:pm|cmd package) clear\b/, "delete", "confirm"],
  [/^(?:pm|cmd package) grant\b|^(?:cmd )?appops set\b/, "permission", "confirm"],
  [/^(?:rm|dd|mkfs|truncate|unlink|shred)\b|^content delete\b/, "delete", "confirm"],
  [/^(?:mv|cp|tee)\b/, "file", "confirm"],
  [/^(?:reboot|svc|settings (?:put|delete)|cmd settings|setprop|wm|dpm)\b/, "system", "confirm"],
  [/^(?:cmd )?lock_?settings\b|^(?:am|cmd activity) task lock\b/, "lock", "confirm"],
  [/^(?:wipe|recovery)\b|MASTER_CLEAR|FACTORY_RESET/, "system", "block"],
  [/\bandroid\.intent\.action\.CALL/, "call", "confirm"],
  // The command line does not show what these programs press, start or send to an app.
  [/^(?:cmd )?(?:input|uinput|hid|sendevent|monkey|uiautomator)\b/, "system", "confirm"],
  [/^(?:am|cmd activity) (?:start|broadcast|instrument|startservice|start-service)/, "system", "confirm"],
  [/^(?:service call|content (?:insert|update|call))\b/, "system", "confirm"],
  // The effect of a command to a service or manager is unknown, unless it only reads.
  [
    /^(?:cmd [\w.-]+|am|pm|ime|bmgr|telecom|media|appops) (?!-[lh]\b|(?:get|list|dump|path|help|status|show|query|resolve|has|is|check|force-stop|kill|task)\b)/,
    "system",
    "confirm",
  ],
  [/^(?:app_process|dalvikvm|sqlite3|nc|curl|wget|logwrapper|crash_dump)\w*\b/, "system", "confirm"],
];

/** Programs that run other programs, whose command lines are in their own. */
const RUNNERS: ReadonlySet<string> = new Set(
  "sh bash mksh su toybox busybox toolbox nohup env timeout xargs find run-as nice ionice time setsid exec eval".split(
    " ",
  ),
);

const LONGEST_LINE = 2_000;

/** Classifies a program that is run on the device. An unknown effect gives `note`; for a runner, `confirm`. */
export function ofShell(argv: readonly string[]): readonly Finding[] {
  const [program = "", ...rest] = argv;
  const name = program.slice(program.lastIndexOf("/") + 1);
  const line = [name, ...rest].join(" ").slice(0, LONGEST_LINE);
  const signals = [{ kind: "command", value: line.slice(0, 80) }] as const;
  const isRunner = RUNNERS.has(name);
  const lines = isRunner ? [line, ...innerLines(line)] : [line];
  const found = PROGRAMS.flatMap(([pattern, of, severity]) =>
    lines.some((one) => pattern.test(one)) ? [{ class: of, severity, signals }] : [],
  );
  if (found.length > 0) return found;
  return [{ class: "system", severity: isRunner ? "confirm" : "note", signals }];
}

/** The rest of a command line from each of its words on: any of them may be the program that is run. */
function innerLines(line: string): readonly string[] {
  const words = line.split(/[\s;&|(){}`"'$]+/).filter((word) => word !== "");
  const bare = words.map((word) => (word.startsWith("/") ? word.slice(word.lastIndexOf("/") + 1) : word));
  return bare.slice(0, MOST_INNER).map((_, place) => bare.slice(place).join(" "));
}

const MOST_INNER = 50;
