import { REDACTED } from "../base/redaction.js";
import { isAboutHalfScreen, isCompanionAct, socketOfHello } from "./companion-request.js";

const VERBS = [
  "(?:cmd )?input (?:-d \\d+ )?(?:\\w+ )?(?:tap|swipe|text|keyevent|keycombination|draganddrop|motionevent|press|roll|scroll)",
  "(?:am|cmd activity) (?!get-|stack list|task list|help)\\w",
  "(?:pm|cmd package) (?:install|uninstall|clear|enable|disable|grant|revoke|hide|unhide|suspend|unsuspend|trim)",
  "settings (?:put|delete|reset)",
  "(?:appops|cmd appops) (?:set|reset)",
  "(?:ime|cmd input_method) (?:set|enable|disable|reset)",
  "wm (?:size|density|overscan) \\S",
  "cmd (?:statusbar|uimode|overlay|notification) (?!get|list|help)\\w",
  // The companion's own program shows nothing and touches nothing by itself.
  "(?:svc|monkey|setprop|reboot|stop|start|kill|pkill|killall|app_process(?! / dev\\.fovea\\.shell\\.)) ",
  "content (?:insert|update|delete|call)",
].join("|");

/** Where a program's name may be in a script. */
const ACT = new RegExp(
  `(?:^|[;&|(]|\\bexec\\b|\\btimeout\\s+[\\w.]+(?=\\s))\\s*(?:'?(?:CLASSPATH|LC_ALL)=[^\\s;&|(]+\\s+)?(?:${VERBS})`,
);
const ACTING_SERVICES = /^(?:sync:|reboot:|root:|unroot:|remount:|tcpip:|usb:|install|abb:|abb_exec:|restore:)/;

/** Whether asking for a service may change what the phone shows, as far as its name shows. */
export function isActing(service: string): boolean {
  if (isCompanionAct(service) || ACTING_SERVICES.test(service)) return true;
  return isScript(service) && ACT.test(scriptOf(service));
}

function isScript(service: string): boolean {
  return /^(?:shell|exec)[,:]/.test(service);
}

/** The script of a `shell…:` or `exec:` service. */
function scriptOf(service: string): string {
  return service.slice(service.indexOf(":") + 1);
}

/**
 * What is drawn or in front: true of one state only. Anything else may still hold in the states after it, also what the
 * system says of a service.
 */
const SCREEN =
  /\b(?:screencap|uiautomator|dumpsys (?:-t \S+ )?(?:window|gfxinfo|activity(?! service)|input_method|SurfaceFlinger|power))\b/;

/** Whether the answer is about what the phone shows now. */
export function isAboutScreen(service: string): boolean {
  return SCREEN.test(service) || isAboutHalfScreen(service);
}

/** The parts that Fovea generates for each request, and that the answer to it may repeat. */
const VARIABLE = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** A request without what differs each time: equal requests have equal forms. */
export interface RequestForm {
  readonly text: string;
  /** What was taken out, in order, each once. */
  readonly variables: readonly string[];
  /** Whether a screenshot is to be packed, which Fovea decides by how fast the link is: the picture is the same. */
  readonly isPacked: boolean;
}

/** The companion's program, whatever build of it, and the name under which it was pushed. */
const COMPANION_PROGRAM = /\bfovea-shell-[0-9a-f]{12}\.jar(?:\.[0-9a-f]{12})?(?![\w.])/g;
const SCREENSHOT = /(?:exec )?screencap( \| gzip -1)?$/;

const END_OF_PART = /echo "(FOVEA-END-[0-9a-f-]{36}) \$\?"/g;

/**
 * Where in what a script with a screenshot printed the picture begins: after the answers to other questions in the
 * same stream, each of which ends with a mark. At the end where it did not come that far.
 */
export function pictureStart(service: string, stdout: Buffer): number {
  let start = 0;
  for (const [, mark = ""] of service.matchAll(END_OF_PART)) {
    const at = stdout.indexOf(`${mark} `, start);
    const end = at < 0 ? -1 : stdout.indexOf("\n", at);
    if (end < 0) return stdout.length;
    start = end + 1;
  }
  return start;
}

export function formOf(service: string): RequestForm {
  const variables = [...new Set(service.match(VARIABLE) ?? [])];
  const named = (socketOfHello(service) ?? service).replace(COMPANION_PROGRAM, programName);
  const text = named.replace(VARIABLE, (found) => `<${variables.indexOf(found)}>`);
  return {
    text: text.replace(SCREENSHOT, "screencap"),
    variables,
    isPacked: SCREENSHOT.exec(service)?.[1] !== undefined,
  };
}

function programName(name: string): string {
  return name.endsWith(".jar") ? "fovea-shell.jar" : "fovea-shell.jar.part";
}

/** Whether a recorded form is that of a request, where {@link REDACTED} in the recorded one stands for anything. */
export function isSameRequest(recorded: string, asked: string): boolean {
  if (recorded === asked) return true;
  const parts = recorded.split(REDACTED);
  if (parts.length === 1) return false;
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const found = isLast ? asked.length - part.length : asked.indexOf(part, at);
    if (found < at || !asked.startsWith(part, found) || (index === 0 && found !== 0)) return false;
    at = found + part.length;
  }
  return true;
}

/** An answer with this request's own variables in the place of the recorded one's; those are of the same length. */
export function withVariables(bytes: Buffer, recorded: readonly string[], asked: readonly string[]): Buffer {
  const copy = recorded.some((variable) => bytes.includes(variable)) ? Buffer.from(bytes) : bytes;
  for (const [index, variable] of recorded.entries()) {
    const own = asked[index];
    if (own === undefined || own.length !== variable.length) continue;
    for (let at = copy.indexOf(variable); at >= 0; at = copy.indexOf(variable, at + 1)) copy.write(own, at, "latin1");
  }
  return copy;
}
