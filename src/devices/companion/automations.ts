/** The name of the companion of another Fovea, or of one that is ending. */
export const OUR_NAME = "another Fovea";
export const DUMP_NAME = "`uiautomator dump`";

/** Programs that use UiAutomation while they run, each with a pattern of its command line. */
const AUTOMATIONS: readonly (readonly [RegExp, string])[] = [
  [/dev\.fovea\.shell\.Main/, OUR_NAME],
  [/io\.appium\.uiautomator2\.server|io\.appium\.settings/, "Appium"],
  [/dev\.mobile\.maestro/, "Maestro"],
  [/com\.wix\.detox|\.test\/[^/\n]*DetoxRunner/, "Detox"],
  [/u2\.jar|com\.github\.uiautomator/, "uiautomator2"],
  [/androidx\.test|AndroidJUnitRunner/, "an instrumentation test (Espresso, UI Automator)"],
  [/com\.android\.commands\.monkey/, "monkey"],
  [/uiautomator/, DUMP_NAME],
];

/** The program that probably uses UiAutomation, from these command lines; null if none is known. */
export function automationIn(processes: string): string | null {
  return AUTOMATIONS.find(([pattern]) => pattern.test(processes))?.[1] ?? null;
}
