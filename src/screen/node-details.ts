import * as z from "zod";

const word = z.string();
const count = z.number().int();

/** States that few nodes have and that only the companion reports. */
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
 * Facts that few nodes have and that only the companion reports. A field is absent if the node does not have it, or if
 * the device's Android version does not know it.
 */
export const nodeDetailsSchema = z
  .object({
    /** The states of the node; `masked` means that its text consists of bullets. */
    states: z.array(z.enum(RARE_STATES)).readonly(),
    error: word,
    paneTitle: word,
    tooltip: word,
    containerTitle: word,
    supplementalDescription: word,
    /** The name for its role that a web page or an app gives, in its own language. */
    roleDescription: word,
    /**
     * For a DOM element of a WebView's page, read over its DevTools socket: `only` if the hierarchy does not have the
     * element, `both` if it does.
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
    /** Actions by Android's names, or by number if the app defines them; with the app's label. */
    actions: z
      .array(z.object({ action: z.union([z.string(), count]), label: z.string().nullable() }).readonly())
      .readonly(),
  })
  .partial()
  .readonly();
export type NodeDetails = z.infer<typeof nodeDetailsSchema>;
