import { type EverydayUse, RESTORED, SCREEN } from "./everyday-use.js";

const FACTS = { tool: "display", group: "device", verdict: SCREEN, guard: "none", undo: RESTORED } as const;

/** The language of an app, and of the whole device, by `display`. */
export const LOCALE_USES: readonly EverydayUse[] = [
  {
    ...FACTS,
    what: "the language of an app",
    args: { package: "com.fovea.form", locale: "de-DE" },
    releases: [
      { since: 24, refused: "UNSUPPORTED_ON_DEVICE", why: "apps have a language of their own from Android 13 on" },
      {
        since: 33,
        runs: [
          "cmd locale set-app-locales com.fovea.form --user 0 --locales de-DE",
          "cmd locale get-app-locales com.fovea.form --user 0",
        ],
        source: "LocaleManagerShellCommand.runSetAppLocales, runGetAppLocales",
      },
    ],
    seen: "the words of the app, the configuration of its activities in `dumpsys activity` and `dumpsys window`",
  },
  {
    ...FACTS,
    what: "the language of the whole device",
    args: { locale: "de-DE" },
    releases: [
      {
        since: 24,
        refused: "UNSUPPORTED_ON_DEVICE",
        why: "no program of adb's shell changes it; the user changes it in Settings (System, then Languages)",
      },
    ],
    seen: "`am get-config`",
    verdict: "none: nothing is changed",
    undo: "none needed",
  },
];
