import type { Synonyms } from "./nearest.js";

/*
 * Names of tools, commands and arguments elsewhere: in Appium, Maestro, adb, Playwright and other MCP servers. Words
 * are written in lower case without dashes and underscores, as nearest.ts compares them.
 */

interface Row {
  readonly words: string;
  /** Its name over MCP, on the command line and in flows; absent if it has none there. */
  readonly tool?: string;
  readonly command?: string;
  readonly flow?: string;
}

const ROWS: readonly Row[] = [
  {
    words: "click press touch select clickon tapon taponelement clickelement",
    tool: "tap",
    command: "tap",
    flow: "tapOn",
  },
  { words: "doubletap doubleclick", tool: "tap with count 2", command: "tap --count 2", flow: "doubleTapOn" },
  {
    words: "longpress longclick hold longtap",
    tool: "tap with hold_ms 800",
    command: "tap --hold-ms 800",
    flow: "longPressOn",
  },
  { words: "scroll fling scrolldown scrollup", tool: "swipe", command: "swipe", flow: "scroll" },
  {
    words: "scrollto scrolltoelement scrolluntil scrolluntilvisible scrollintoview",
    tool: "scroll_to",
    command: "scroll",
    flow: "scrollUntilVisible",
  },
  { words: "zoom pinchzoom", tool: "pinch", command: "pinch" },
  { words: "draganddrop move", tool: "drag", command: "drag" },
  {
    words: "launch start run launchapp startapp openapplication app activate",
    tool: "open_app",
    command: "open",
    flow: "launchApp",
  },
  { words: "url openlink navigate goto browse deeplink", tool: "open_url", command: "open", flow: "openLink" },
  { words: "back goback pressback", tool: "press_key with key back", command: "press back", flow: "back" },
  { words: "home gohome presshome", tool: "press_key with key home", command: "press home", flow: "pressKey: Home" },
  { words: "enter submit", tool: "press_key with key enter", command: "press enter", flow: "pressKey: Enter" },
  {
    words: "key keyevent presskey presskeycode pressbutton button keypress",
    tool: "press_key",
    command: "press",
    flow: "pressKey",
  },
  {
    words: "type typetext input inputtext entertext settext sendkeys fill write keyboard text",
    tool: "type_text",
    command: "type",
    flow: "inputText",
  },
  {
    words:
      "look see snapshot dump dumpui hierarchy tree state getstate ui source screen inspect describe elements listelements getscreen viewhierarchy",
    tool: "observe",
    command: "observe",
  },
  {
    words: "screenshot screencap screenshots takescreenshot picture image capture",
    tool: "screenshot",
    command: "screenshot",
    flow: "takeScreenshot",
  },
  { words: "waitfor waituntil sleep pause delay", tool: "wait_for", command: "wait", flow: "extendedWaitUntil" },
  { words: "assert check expect should assertvisible test", tool: "verify", command: "verify", flow: "assertVisible" },
  { words: "search query locate findelement findelements", tool: "find", command: "find" },
  { words: "listdevices device adb ls list", tool: "list_devices", command: "devices" },
  { words: "apps packages listpackages installedapps", tool: "list_apps", command: "apps" },
  {
    words: "close kill stop forcestop stopapp killapp terminate terminateapp quit",
    tool: "close_app",
    command: "close",
    flow: "stopApp",
  },
  { words: "recent actionlog interactions", tool: "history", command: "history" },
  { words: "rotate setorientation rotatescreen getorientation", tool: "orientation", command: "orientation" },
  { words: "logcat getlogs devicelog log", tool: "logs", command: "logs" },
  { words: "getclipboard setclipboard copypaste", tool: "clipboard", command: "clipboard" },
  { words: "setlocation geolocation gps geofix travel", tool: "location", command: "location" },
  {
    words: "grant revoke grantpermission revokepermission setpermissions",
    tool: "permissions",
    command: "permissions",
  },
  { words: "darkmode fontscale density screensize timezone", tool: "display", command: "display" },
  { words: "getsetting putsetting setsetting", tool: "settings", command: "settings" },
  { words: "pushfile pullfile download upload ls sdcard addmedia gallery transfer", tool: "files", command: "files" },
  {
    words: "airplane airplanemode wifi mobiledata offline setairplanemode toggleairplanemode",
    tool: "network",
    command: "network",
  },
  {
    words:
      "recordscreen screenrecord screenrecording startrecording stoprecording video recordvideo startscreenrecording stopscreenrecording",
    tool: "record_screen",
    command: "record-screen",
  },
  {
    words: "notification getnotifications opennotifications shade statusbar postnotification",
    tool: "notifications",
    command: "notifications",
  },
  {
    words: "appinfo packageinfo appversion getappinfo appdetails dumpsyspackage",
    tool: "app_info",
    command: "app-info",
  },
  {
    words: "perf jank meminfo gfxinfo cpu memory startuptime coldstart profile measure",
    tool: "performance",
    command: "performance",
  },
  { words: "fingerprint finger touchid biometric", tool: "biometrics", command: "biometrics" },
  { words: "anr tombstones dropbox", tool: "crashes", command: "crashes" },
  { words: "takeaction do action ask", tool: "take_action", command: "act" },
  { words: "steps sequence multi actions", tool: "batch", command: "batch" },
  { words: "installapp adbinstall", tool: "install_app", command: "install" },
  { words: "remove uninstallapp delete", tool: "uninstall_app", command: "uninstall" },
  {
    words: "reset clearappdata cleardata wipe clearstate",
    tool: "clear_app_data",
    command: "clear",
    flow: "clearState",
  },
  { words: "server mcp stdio listen", command: "serve" },
  { words: "avd avds simulator bootemulator", tool: "emulator", command: "emulator" },
  { words: "virtual", command: "virtual-device" },
  { words: "flow maestro", command: "run", flow: "runFlow" },
  { words: "init installcompanion companion", command: "setup" },
  { words: "diagnose health status info", command: "doctor" },
  { words: "record", tool: "start_trace", command: "record-device" },
  { words: "play rerun", command: "replay" },
];

function tableOf(kind: "tool" | "command" | "flow"): Synonyms {
  const entries = ROWS.flatMap((row) => {
    const name = row[kind];
    return name === undefined ? [] : row.words.split(" ").map((word) => [word, name] as const);
  });
  return Object.fromEntries(entries);
}

export const TOOL_SYNONYMS = tableOf("tool");
export const COMMAND_SYNONYMS = tableOf("command");
export const FLOW_SYNONYMS = tableOf("flow");

/** Arguments that have these names in other tools: the first of them that the tool has. */
const ARGUMENT_ROWS: Readonly<Record<string, string>> = {
  "element selector ref uid locator id label name xpath css resourceid uiautomator elementid into":
    "target query condition package",
  "coordinate coordinates coords position point xy bounds rect": "target at",
  "orientation rotation mode": "to",
  "location place": "at target",
  text: "target text query condition",
  "value content string input message": "text",
  "app appid bundleid packagename application appname pkg": "package",
  "timeout timeoutms wait waitms timeoutseconds time seconds secs ms milliseconds": "timeout_ms",
  "duration durationms hold holdms press long longpress": "hold_ms duration_ms",
  "serial udid deviceid deviceserial emulator": "device",
  "side to": "direction",
  "start origin source fromelement": "from",
  "end destination dest toelement": "to",
  "keycode button keyname": "key",
  "times taps clicks repeat": "count",
  "link uri href address": "url",
  "until cond assertion expression visible": "condition",
  "actions commands calls list": "steps",
  "scale zoom factor": "percent",
  "path folder directory dir": "path list save_as direction",
  "filename file output save": "save_as path",
  "limit most maximum number max": "count lines",
  "screenshot includescreenshot withscreenshot includeimage picture withimage": "image",
  "cleartext clearfirst replace": "clear",
  "enter pressenter": "submit",
  "expected expectation then": "expect",
  "maxsize maxside width resolution": "size",
  "action sentence instruction prompt": "action",
  "filter match": "contains query",
  "container parent scrollable": "within",
  "maxswipes maxscrolls attempts": "most_swipes",
};

/** Names that other tools use for the arguments of one tool. */
export function argumentSynonyms(own: readonly string[]): Synonyms {
  const entries = Object.entries(ARGUMENT_ROWS).flatMap(([words, names]) => {
    const name = names.split(" ").find((one) => own.includes(one));
    return name === undefined ? [] : words.split(" ").map((word) => [word, name] as const);
  });
  return Object.fromEntries(entries);
}
