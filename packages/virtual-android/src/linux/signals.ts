/** Linux's signal numbers on arm64 and x86, for the signals that programs of the phone use. */
export const SIGNAL_NUMBERS = {
  HUP: 1,
  INT: 2,
  QUIT: 3,
  ILL: 4,
  TRAP: 5,
  ABRT: 6,
  BUS: 7,
  FPE: 8,
  KILL: 9,
  USR1: 10,
  SEGV: 11,
  USR2: 12,
  PIPE: 13,
  ALRM: 14,
  TERM: 15,
  CHLD: 17,
  CONT: 18,
  STOP: 19,
  TSTP: 20,
  TTIN: 21,
  TTOU: 22,
  URG: 23,
  WINCH: 28,
} as const;

/** The name of a signal without `SIG`. */
export type SignalName = keyof typeof SIGNAL_NUMBERS;

/** Signals that are ignored here by default; stopping a process is not modelled. */
export const HARMLESS_SIGNALS: ReadonlySet<SignalName> = new Set([
  "CHLD",
  "CONT",
  "STOP",
  "TSTP",
  "TTIN",
  "TTOU",
  "URG",
  "WINCH",
]);

/** The signal for `TERM`, `SIGTERM`, `term` or `15`; undefined if there is none. */
export function findSignal(text: string): SignalName | undefined {
  const name = text.toUpperCase().replace(/^SIG/, "");
  for (const [signal, number] of Object.entries(SIGNAL_NUMBERS)) {
    if (isSignalName(signal) && (signal === name || String(number) === text)) return signal;
  }
  return undefined;
}

function isSignalName(text: string): text is SignalName {
  return text in SIGNAL_NUMBERS;
}

/** The shell's texts for a child that a signal ended, from bionic's strsignal(3). */
export const SIGNAL_TEXTS: Readonly<Partial<Record<SignalName, string>>> = {
  HUP: "Hangup",
  QUIT: "Quit",
  ILL: "Illegal instruction",
  TRAP: "Trap",
  ABRT: "Aborted",
  BUS: "Bus error",
  FPE: "Floating point exception",
  KILL: "Killed",
  USR1: "User signal 1",
  SEGV: "Segmentation fault",
  USR2: "User signal 2",
  ALRM: "Alarm clock",
  TERM: "Terminated",
};

/** The abort reason of a process that a signal has ended. */
export class ProcessKilled extends Error {
  readonly signal: SignalName;

  constructor(signal: SignalName) {
    super(SIGNAL_TEXTS[signal] ?? signal);
    this.name = "ProcessKilled";
    this.signal = signal;
  }
}
