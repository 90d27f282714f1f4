import type { EverydayUse } from "./everyday-use.js";

const ARRIVED =
  "`confirmed` once the device has the same bytes: compared by SHA-256 from Android 8 on, by their number on older releases";

/** Uses of the tool `files`, in the order of the document. */
export const FILE_USES: readonly EverydayUse[] = [
  {
    tool: "files",
    group: "files",
    what: "copy a file to the device, and have galleries show it",
    args: { push: "cat.png", to: "/sdcard/Pictures/" },
    releases: [
      {
        since: 24,
        runs: [
          "realpath /sdcard/Pictures",
          "am broadcast --user 0 -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d file:///storage/emulated/0/Pictures/cat.png",
          "content query --user 0 --uri content://media/external/file --projection _id",
        ],
        source: "adb's sync service (SEND); MediaScannerReceiver (7 to 9), MediaReceiver and MediaService (10)",
      },
      {
        since: 30,
        runs: [
          "realpath /sdcard/Pictures",
          "sha256sum /storage/emulated/0/Pictures/cat.png",
          "content call --user 0 --uri content://media --method scan_file --arg /storage/emulated/0/Pictures/cat.png",
          "content query --user 0 --uri content://media/external/file --projection _id",
        ],
        source: "adb's sync service (SEND); MediaProvider.call: SCAN_FILE_CALL takes a path from Android 11 on",
      },
    ],
    seen: "`ls`, `cat`, `content query --uri content://media/external/images/media`",
    verdict: ARRIVED,
    guard: "`file`, noted",
    undo: "none: the file stays",
  },
  {
    tool: "files",
    group: "files",
    what: "show an existing file in galleries",
    args: { scan: "/sdcard/Pictures/cat.png" },
    releases: [
      {
        since: 24,
        runs: ["am broadcast --user 0 -a android.intent.action.MEDIA_SCANNER_SCAN_FILE"],
        source: "as for a copied file",
      },
      {
        since: 30,
        runs: ["content call --user 0 --uri content://media --method scan_file"],
        source: "as for a copied file",
      },
    ],
    seen: "`content query --uri content://media/external/images/media`",
    verdict: "`confirmed` once the media index lists it, else `unconfirmed`",
    guard: "`file`, noted",
    undo: "none needed",
  },
  {
    tool: "files",
    group: "files",
    what: "list a folder",
    args: { list: "/sdcard/Pictures" },
    releases: [
      { since: 24, runs: ["realpath /sdcard/Pictures"], source: "adb's sync service (LIST): names are bytes" },
    ],
    seen: "`ls`",
    verdict: "none: it only reads",
    guard: "none",
    undo: "none needed",
  },
  {
    tool: "files",
    group: "files",
    what: "copy a file from the device",
    args: { pull: "/sdcard/Pictures/cat.png" },
    releases: [{ since: 24, runs: ["realpath /sdcard/Pictures/cat.png"], source: "adb's sync service (RECV)" }],
    seen: "the file on the host, in the folder of `--output-dir`",
    verdict: "none: it only reads",
    guard: "`privacy`, noted",
    undo: "none needed",
  },
];
