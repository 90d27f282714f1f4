import type { CommandEntry } from "./command-entry.js";

/** Commands for what tools of groups do. */
export const DEVICE_COMMANDS: Readonly<Record<string, CommandEntry>> = {
  orientation: {
    words: "[TO]",
    about: "turns the screen: portrait, landscape or auto",
    example: "fovea orientation landscape",
    load: async () => await (await import("./tool-commands.js")).orientation(),
    isOneCall: true,
  },
  display: {
    words: "",
    about: "size, density, fonts, dark theme, animations; --set-back",
    example: "fovea display --dark on --font-percent 130",
    load: async () => await (await import("./tool-commands.js")).display(),
    isOneCall: true,
  },
  settings: {
    words: "NAME [VALUE]",
    about: "reads or changes one of the settings that are allowed",
    example: "fovea settings system/screen_brightness 120",
    load: async () => await (await import("./tool-commands.js")).settings(),
    isOneCall: true,
  },
  clipboard: {
    words: "[TEXT]",
    about: "reads the clipboard, or puts a text on it",
    example: "fovea clipboard 'one-time code'",
    load: async () => await (await import("./tool-commands.js")).clipboard(),
    isOneCall: true,
  },
  location: {
    words: "[AT]",
    about: "puts the device to a place, or lets it travel: --route",
    example: "fovea location 52.52,13.405",
    load: async () => await (await import("./tool-commands.js")).location(),
    isOneCall: true,
  },
  network: {
    words: "",
    about: "switches airplane mode, Wi-Fi and mobile data",
    example: "fovea network --airplane on",
    load: async () => await (await import("./tool-commands.js")).network(),
    isOneCall: true,
  },
  permissions: {
    words: "APP",
    about: "what an app may do; --grant, --revoke, --reset",
    example: "fovea permissions com.example.app --grant camera --grant location",
    load: async () => await (await import("./tool-commands.js")).permissions(),
    isOneCall: true,
  },
  logs: {
    words: "[APP]",
    about: "the log of the device or of an app",
    example: "fovea logs com.example.app --level warning --seconds 300",
    load: async () => await (await import("./tool-commands.js")).logs(),
    isOneCall: true,
  },
  crashes: {
    words: "[APP]",
    about: "apps that crashed or did not respond, with their stacks",
    example: "fovea crashes com.example.app --count 1",
    load: async () => await (await import("./tool-commands.js")).crashes(),
    isOneCall: true,
  },
  files: {
    words: "[FOLDER]",
    about: "what lies in a folder of the device; --scan",
    example: "fovea files /sdcard/Download",
    load: async () => await (await import("./file-commands.js")).files(),
    isOneCall: true,
  },
  push: {
    words: "FILE [TO]",
    about: "copies a file to the device, and has galleries show it",
    example: "fovea push cat.png /sdcard/Pictures/",
    load: async () => await (await import("./file-commands.js")).push(),
    isOneCall: true,
  },
  pull: {
    words: "PATH",
    about: "copies a file of the device to the folder of --output-dir",
    example: "fovea pull /sdcard/Download/cat.png --save-as cat-2.png",
    load: async () => await (await import("./file-commands.js")).pull(),
    isOneCall: true,
  },
};
