import type { CommandEntry } from "./command-entry.js";

/** Commands that record, and commands that read what was recorded, saved or learnt. */
export const RECORDING_COMMANDS: Readonly<Record<string, CommandEntry>> = {
  record: {
    words: "DIR",
    about: "records what a person does on the phone: --by-hand",
    example: "fovea record --by-hand traces/login",
    load: async () => (await import("./record.js")).record,
  },
  "record-device": {
    words: "DIR",
    about: "records a phone while a command drives it",
    example: "fovea record-device phones/login -- tap 'Sign in'",
    load: async (program) => (await import("./record-device.js")).recordDevice(program),
    isNeverRecorded: true,
  },
  "record-screen": {
    words: "FILE",
    about: "a video of the screen, until Ctrl-C or for --seconds",
    example: "fovea record-screen login.mp4 --seconds 20",
    tools: ["record_screen"],
    load: async () => (await import("./record-screen.js")).recordScreen,
  },
  parse: {
    words: "KIND FILE",
    about: "what Fovea reads in a dump",
    example: "fovea parse hierarchy window_dump.xml --outline",
    load: async () => (await import("./parse.js")).parse,
    isNeverRecorded: true,
  },
  detect: {
    words: "IMAGE",
    about: "what the detectors see in an image",
    example: "fovea detect screen.png --marks marked.png",
    load: async () => (await import("./detect.js")).detect,
    isNeverRecorded: true,
  },
  fuse: {
    words: "",
    about: "one list of elements from a hierarchy and a screenshot",
    example: "fovea fuse --hierarchy window_dump.xml --screenshot screen.png",
    load: async () => (await import("./fuse.js")).fuseFiles,
    isNeverRecorded: true,
  },
  models: {
    words: "list|verify|path",
    about: "the bundled models",
    example: "fovea models list",
    load: async () => (await import("./models.js")).models,
    isNeverRecorded: true,
  },
  replay: {
    words: "TRACE",
    about: "repeats a recorded trace and reports where the result differs",
    example: "fovea replay traces/login --html report.html",
    load: async () => (await import("./replay.js")).replay,
  },
  trace: {
    words: "validate|show|stats|export PATH",
    about: "reads or packs a trace",
    example: "fovea trace show traces/login --html story.html",
    load: async () => (await import("./trace.js")).trace,
    isNeverRecorded: true,
  },
  memory: {
    words: "import|show|forget|export|recall|predict|go-to",
    about: "what was learnt about apps, kept in a folder; go-to: takes the phone to a known screen",
    example: "fovea memory import traces/ --memory ~/fovea-memory",
    load: async () => (await import("./memory.js")).memory,
  },
  explore: {
    words: "PACKAGE",
    about: "tries what an app offers, and draws the map of its screens",
    example: "fovea explore com.example.shop --budget 15m -o shop-map",
    load: async () => (await import("./explore.js")).explore,
  },
  skill: {
    words: "learn|list|show|check|run",
    about: "tasks learnt from several traces, repeated without a model",
    example: "fovea skill learn traces/a traces/b --name add-note",
    load: async () => (await import("./skill.js")).skill,
  },
  graph: {
    words: "build|show|suggest|path|diff|coverage",
    about: "the app's screens and the paths between them, from traces",
    example: "fovea graph build traces/login -o shop.graph.json",
    load: async () => (await import("./graph.js")).graph,
    isNeverRecorded: true,
  },
};
