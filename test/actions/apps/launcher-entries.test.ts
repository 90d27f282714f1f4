import assert from "node:assert/strict";
import { test } from "node:test";
import { parseLauncherEntries } from "../../../src/actions/apps/launcher-entries.js";

/** An entry as ResolveInfo.dump writes it, filtered as on the device. */
function entry(
  index: number,
  lines: { readonly filter?: string; readonly activity?: string; readonly app: string },
): string {
  return `  Activity #${index}:
${lines.filter === undefined ? "" : `    ${lines.filter}\n`}    ActivityInfo:
      packageName=com.example.a${index}
${lines.activity === undefined ? "" : `      ${lines.activity}\n`}      ApplicationInfo:
        packageName=com.example.a${index}
        ${lines.app}
        sourceDir=/data/app/~~x==/com.example.a${index}-y==/base.apk
        splitSourceDirs=[/data/app/~~x==/a/split_config.de.apk, /data/app/~~x==/a/split_config.xxhdpi.apk]
`;
}

const RESOURCE = "labelRes=0x7f13003a nonLocalizedLabel=null icon=0x7f0f0000 banner=0x0";

test("parseLauncherEntries prefers the label of the intent filter to that of the activity, and this to that of the app", () => {
  const said = [
    entry(0, { app: RESOURCE }),
    entry(1, { activity: "labelRes=0x7f130001 nonLocalizedLabel=null icon=0x0 banner=0x0", app: RESOURCE }),
    entry(2, { filter: "labelRes=0x0 nonLocalizedLabel=My icon=0x1 app icon=0x0", activity: RESOURCE, app: RESOURCE }),
    entry(3, { app: "packageName=com.example.a3" }),
  ].join("");
  const entries = parseLauncherEntries(`4 activities found:\n${said}`);
  assert.deepEqual(
    entries.map(({ packageName, text, resource }) => [packageName, text, resource]),
    [
      ["com.example.a0", null, 0x7f13003a],
      ["com.example.a1", null, 0x7f130001],
      ["com.example.a2", "My icon=0x1 app", null],
      ["com.example.a3", null, null],
    ],
  );
  assert.deepEqual(entries[0]?.paths, [
    "/data/app/~~x==/com.example.a0-y==/base.apk",
    "/data/app/~~x==/a/split_config.de.apk",
  ]);
});

test("parseLauncherEntries keeps the first of several entries of one app, and reads no entry from other text", () => {
  const both =
    entry(5, { app: "labelRes=0x0 nonLocalizedLabel=One icon=0x0 banner=0x0" }) + entry(5, { app: RESOURCE });
  assert.deepEqual(
    parseLauncherEntries(both).map(({ text }) => text),
    ["One"],
  );
  assert.deepEqual(parseLauncherEntries("Unknown command: query-activities\n"), []);
});
