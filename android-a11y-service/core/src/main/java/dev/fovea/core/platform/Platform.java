package dev.fovea.core.platform;

import dev.fovea.core.input.GesturePlan;
import dev.fovea.core.tree.UiNode;
import dev.fovea.core.tree.UiWindow;
import dev.fovea.core.wire.WireException;
import java.util.List;

/**
 * The accessibility connection while there is one. Every call comes on a thread of its own, never on the main thread,
 * and may block; an interrupt asks it to give up. What {@link HostInfo#capabilities} does not list is never called.
 */
public interface Platform {
  /** Windows of all displays, as far as the platform gives them, front to back on each. */
  List<? extends UiWindow> windows();

  /** Drops the framework's cache of nodes, so that the next walk asks the apps. */
  void clearCache();

  /** The node with the input focus, or with the accessibility focus; null where nothing has it. */
  UiNode findFocus(boolean isInputFocus);

  DeviceFacts facts();

  /** AccessibilityService.GLOBAL_ACTION_*; false where the platform refused it. */
  boolean globalAction(int id);

  /**
   * Performs the whole gesture and returns when it is over.
   *
   * @throws WireException GESTURE_CANCELLED where something ended it, UNSUPPORTED where the platform refuses it
   */
  void perform(GesturePlan plan) throws WireException, InterruptedException;

  /** @throws WireException SCREENSHOT_FAILED with the platform's reason */
  Picture capture(CaptureRequest request) throws WireException, InterruptedException;

  /** Commits text at the cursor through the input connection; false where no field has one. */
  boolean commitText(String text);

  /** The clipboard's text; null where it holds none. */
  String clipboard() throws WireException;

  void setClipboard(String text) throws WireException;
}
