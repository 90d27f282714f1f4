type Json = Readonly<Record<string, unknown>>;

const SIZE = [0, 0, 1080, 2400];
const NONE = [0, 0, 0, 0];

/** A window of an app with one clickable button, in the format of the protocol. */
export function fakeWindow(rest: Json = {}): Json {
  return {
    ...{ id: 5, type: "application", layer: 1, display: 0, title: "App", bounds: SIZE, touchable: null },
    ...{ active: true, focused: true, accessibilityFocused: false, pictureInPicture: false, parent: null },
    ...{ basis: "walk", seq: 0, ageMs: 0, walkMs: 1, roundTrips: 1, nodeCount: 2, depth: 2, missing: 0, repeated: 0 },
    ...{ truncated: null, error: null, tree: "00000000000000aa", content: fakeTree("Save") },
    ...rest,
  };
}

/** A root and a button with these words, on a screen of 1080x2400. */
export function fakeTree(words: string, details: Json = {}): Json {
  const [clickable, enabled, visible] = [1 << 3, 1 << 6, 1 << 14];
  const root = [-1, enabled | visible, 0, 0, 1080, 2400, 0, 1, -1, -1, 0];
  const button = [0, clickable | enabled | visible, 100, 200, 500, 300, 2, 1, -1, -1, 0, words, null];
  return {
    nodes: [root, Object.keys(details).length === 0 ? button : [...button, details]],
    names: ["android.widget.FrameLayout", "com.example.app", "android.widget.Button"],
    actionSets: [],
  };
}

export function fakeDisplay(rest: Json = {}): Json {
  const insets = { statusBars: [0, 63, 0, 0], navigationBars: NONE, captionBar: NONE, displayCutout: NONE, ime: NONE };
  const gestures = { systemGestures: NONE, mandatorySystemGestures: NONE, tappableElement: NONE };
  const size = { id: 0, widthPx: 1080, heightPx: 2400, rotation: 0, densityDpi: 420, refreshRateHz: 60, on: true };
  return { ...size, insets: { ...insets, ...gestures }, cutouts: null, ...rest };
}

/** An answer to `snapshot`: one app's window in front of an awake, unlocked phone. */
export function fakeSnapshot(rest: Json = {}, facts: Json = {}): Json {
  return {
    ...{ seq: 0, uptimeMs: 1, walkMs: 1, eventsDuring: 0, windows: [fakeWindow()] },
    facts: {
      ...{ uptimeMs: 1, interactive: true, keyguardShowing: false, deviceLocked: false },
      ...{ activeWindow: 5, focusedWindow: 5, inputMethod: { visible: false, bounds: null, id: null } },
      displays: [fakeDisplay()],
      ...facts,
    },
    ...rest,
  };
}
