import * as z from "zod";

const word = z.string();
const count = z.number().int();

/** The states that few nodes are in and that only the companion reports. */
export const RARE_STATES = [
  "partiallyChecked",
  "contextClickable",
  "accessibilityFocused",
  "editable",
  "multiLine",
  "dismissable",
  "canOpenPopup",
  "contentInvalid",
  "showingHint",
  "heading",
  "screenReaderFocusable",
  "textEntryKey",
  "textSelectable",
  "dataSensitive",
  "required",
  "masked",
] as const;
export type RareState = (typeof RARE_STATES)[number];

/**
 * What few nodes have and only the companion reports. A field that is absent is "none there", or not known to the
 * device's Android version.
 */
export const nodeDetailsSchema = z
  .object({
    /** The states that it is in; `masked` is a text of bullets. */
    states: z.array(z.enum(RARE_STATES)).readonly(),
    error: word,
    paneTitle: word,
    tooltip: word,
    containerTitle: word,
    supplementalDescription: word,
    /** What a web page or an app calls it, in its own language. */
    roleDescription: word,
    /**
     * A DOM element of a WebView's page, as its DevTools socket gave it: `only` where the hierarchy does not have it,
     * `both` where it does.
     */
    webview: z.enum(["only", "both"]),
    /** A Compose test tag. */
    testTag: word,
    uniqueId: word,
    targetUrl: word,
    /** android.text.InputType. */
    inputType: count,
    maxTextLength: count,
    /** Start and end in UTF-16 units. */
    selection: z.tuple([count, count]).readonly(),
    liveRegion: z.enum(["none", "polite", "assertive"]).nullable(),
    range: z
      .object({
        type: z.enum(["integer", "float", "percent", "indeterminate"]).nullable(),
        min: z.number().nullable(),
        max: z.number().nullable(),
        current: z.number().nullable(),
      })
      .readonly(),
    collection: z
      .object({
        rows: count,
        columns: count,
        hierarchical: z.boolean(),
        selectionMode: z.enum(["none", "single", "multiple"]).nullable(),
      })
      .readonly(),
    collectionItem: z
      .object({
        row: count,
        column: count,
        rowSpan: count,
        columnSpan: count,
        heading: z.boolean(),
        selected: z.boolean(),
      })
      .readonly(),
    expanded: z.enum(["undefined", "collapsed", "partial", "full"]).nullable(),
    /** By Android's names, or by the number of an app's own; with the app's words for it. */
    actions: z
      .array(z.object({ action: z.union([z.string(), count]), label: z.string().nullable() }).readonly())
      .readonly(),
  })
  .partial()
  .readonly();
export type NodeDetails = z.infer<typeof nodeDetailsSchema>;
