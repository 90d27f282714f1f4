import { REDACTED } from "../base/redaction.js";
import { isAboutCompanionScreen, isCompanionAct, socketOfHello } from "./companion-request.js";

const VERBS = [
  "(?:cmd )?input (?:-d \\d+ )?(?:\\w+ )?(?:tap|swipe|text|keyevent|keycombination|draganddrop|motionevent|press|roll|scroll)",
  "(?:am|cmd activity) (?!get-|stack list|task list|help)\\w",
  "(?:pm|cmd package) (?:install|uninstall|clear|enable|disable|grant|revoke|hide|unhide|suspend|unsuspend|trim)",
  "settings (?:put|delete|reset)",
  "(?:appops|cmd appops) (?:set|reset)",
  "(?:ime|cmd input_method) (?:set|enable|disable|reset)",
  "wm (?:size|density|overscan) \\S",
  "cmd (?:statusbar|uimode|overlay|notification) (?!get|list|help)\\w",
  // The companion's own program is not an action: it shows nothing and touches nothing by itself.
  "(?:svc|monkey|setprop|reboot|stop|start|kill|pkill|killall|app_process(?! / dev\\.fovea\\.shell\\.)) ",
  "content (?:insert|update|delete|call)",
].join("|");

/** The places in a script where a program's name may be. */
const ACT = new RegExp(
  `(?:^|[;&|(]|\\bexec\\b|\\btimeout\\s+[\\w.]+(?=\\s))\\s*(?:'?(?:CLASSPATH|LC_ALL)=[^\\s;&|(]+\\s+)?(?:${VERBS})`,
);
const ACTING_SERVICES = /^(?:sync:|reboot:|root:|unroot:|remount:|tcpip:|usb:|install|abb:|abb_exec:|restore:)/;

/** Whether a request for this service may change what the phone shows, as far as its name shows. */
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
 * Requests about the screen: the answer is valid only in one state. All other answers may still be valid in later
 * states, even what the system reports about a service.
 */
const SCREEN =
  /\b(?:screencap|uiautomator|dumpsys (?:-t \S+ )?(?:window|gfxinfo|activity(?! service)|input_method|SurfaceFlinger|power))\b/;

/** Whether the answer is about what the phone shows now. */
export function isAboutScreen(service: string): boolean {
  return SCREEN.test(service) || isAboutCompanionScreen(service);
}

/** The ids that Fovea generates for each request, and that its answer may repeat. */
const VARIABLE = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** A request without its generated ids: equal requests have equal forms. */
export interface RequestForm {
  readonly text: string;
  /** The ids that were removed, in order, without repetition. */
  readonly variables: readonly string[];
  /** Whether a screenshot is compressed. Fovea decides it by the speed of the link; the screenshot is the same. */
  readonly isPacked: boolean;
}

/** The pushed file of the companion's program, of any build. */
const COMPANION_PROGRAM = /\bfovea-shell-[0-9a-f]{12}\.jar(?:\.[0-9a-f]{12})?(?![\w.])/g;
const SCREENSHOT = /(?:exec )?screencap( \| gzip -1)?$/;

const END_OF_PART = /echo "(FOVEA-END-[0-9a-f-]{36}) \$\?"/g;

/**
 * Where the screenshot begins in the output of a script: after the answers of other parts in the same stream, each of
 * which ends with a mark. The end of the output if it does not reach the screenshot.
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

/** Whether a recorded form is that of a request; {@link REDACTED} in the recorded form matches any text. */
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

/** The answer with this request's ids in place of the recorded ones, which have the same length. */
export function withVariables(bytes: Buffer, recorded: readonly string[], asked: readonly string[]): Buffer {
  const copy = recorded.some((variable) => bytes.includes(variable)) ? Buffer.from(bytes) : bytes;
  for (const [index, variable] of recorded.entries()) {
    const own = asked[index];
    if (own === undefined || own.length !== variable.length) continue;
    for (let at = copy.indexOf(variable); at >= 0; at = copy.indexOf(variable, at + 1)) copy.write(own, at, "latin1");
  }
  return copy;
}
