package dev.fovea.core.platform;

/** What not every host on every Android version can do; the hello lists those that it can. */
public enum Capability {
  gestures,
  /** Gestures whose speed changes on the way, such as a swipe that rests before the finger lifts. */
  continuedGestures,
  globalActions,
  screenshot,
  windowScreenshot,
  /** Text goes through the input connection of the focused field, as a keyboard's does. */
  inputMethod,
  readClipboard,
  writeClipboard,
  /** Windows of all displays, not of the default one alone. */
  allDisplays
}
