package dev.fovea.core.methods;

import dev.fovea.core.json.JsonWriter;
import dev.fovea.core.platform.Capability;
import dev.fovea.core.platform.Platform;
import dev.fovea.core.tree.ActionArguments;
import dev.fovea.core.tree.NodeAction;
import dev.fovea.core.tree.NodeData;
import dev.fovea.core.tree.NodeFlag;
import dev.fovea.core.tree.PasswordRule;
import dev.fovea.core.tree.UiNode;
import dev.fovea.core.wire.Args;
import dev.fovea.core.wire.ErrorCode;
import dev.fovea.core.wire.WireException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Enters any Unicode text into the focused field: at its cursor as a keyboard would, or in place of all its text.
 * Without an input connection it sets the whole text: what was before the cursor, the new text, and what was after it.
 */
final class CommitText extends Method {
  private static final int MAX_TEXT = 500_000;
  private static final List<String> MODES = Collections.unmodifiableList(Arrays.asList("insert", "replace"));

  private final Engine engine;

  CommitText(Engine engine) {
    this.engine = engine;
  }

  @Override
  public byte[] run(Args params, JsonWriter result, Caller caller)
      throws WireException, InterruptedException {
    String text = params.string("text", MAX_TEXT);
    boolean isInsert = params.choice("mode", MODES, "insert").equals("insert");
    params.end();
    Platform platform = engine.platform();
    long seq = engine.events.lastSeq();
    caller.beginAct();
    boolean isKeyboard = engine.host.capabilities.contains(Capability.inputMethod);
    boolean isTyped = isInsert && isKeyboard && platform.commitText(text);
    if (!isTyped) setText(platform.findFocus(true), text, isInsert, caller);
    result.beginObject().key("via").value(isTyped ? "inputMethod" : "setText").key("seq").value(seq).endObject();
    return null;
  }

  private void setText(UiNode field, String text, boolean isInsert, Caller caller)
      throws WireException, InterruptedException {
    NodeData data = new NodeData();
    data.reset();
    if (field != null && field.refresh()) field.read(data);
    if (!NodeFlag.editable.in(data.flags)) throw new WireException(ErrorCode.NO_FOCUS, "no text field has the focus");
    int cursor = text.length();
    String whole = text;
    if (isInsert) {
      String before = textBefore(data);
      int start = within(before, data.selectionStart);
      int end = within(before, data.selectionEnd);
      int from = Math.min(start, end);
      whole = before.substring(0, from) + text + before.substring(Math.max(start, end));
      cursor += from;
    }
    caller.beginAct(); // the field's app may have been asked for seconds: does anybody still wait?
    perform(field, whole, cursor);
  }

  private String textBefore(NodeData data) throws WireException {
    String before = data.text == null || NodeFlag.showingHint.in(data.flags) ? "" : data.text;
    if (!before.isEmpty() && PasswordRule.isSecret(data.flags, data.inputType)) {
      throw WireException.unsupported("a filled password field can only be replaced: its text cannot be read");
    }
    // Below API 26 the text of an empty field is its hint, and only the cursor at 0 hints at that.
    boolean isCursorAtStart = data.selectionStart <= 0 && data.selectionEnd <= 0;
    if (engine.host.apiLevel < NodeFlag.showingHint.sinceApi && isCursorAtStart && !before.isEmpty()) {
      throw WireException.unsupported("this Android version does not distinguish the field's text from its hint: replace it");
    }
    return before;
  }

  /** Where the field does not report its cursor, it is taken to be at the end. */
  private static int within(String text, int cursor) {
    return cursor < 0 ? text.length() : Math.min(cursor, text.length());
  }

  private static void perform(UiNode field, String text, int cursor) throws WireException {
    if (!field.perform(NodeAction.setText.id, ActionArguments.text(text))) {
      throw WireException.unsupported("the field takes no text from accessibility");
    }
    field.perform(NodeAction.setSelection.id, ActionArguments.selection(cursor, cursor));
  }
}
