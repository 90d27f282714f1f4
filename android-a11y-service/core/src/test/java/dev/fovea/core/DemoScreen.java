package dev.fovea.core;

import dev.fovea.core.tree.NodeAction;
import dev.fovea.core.tree.NodeFlag;

/** A screen with something of everything; the golden snapshot is a picture of it. */
final class DemoScreen {
  static final int STATUS_BAR = 7;
  static final int APP = 41;
  static final int KEYBOARD = 52;

  private DemoScreen() {}

  static void show(FakePlatform phone) {
    phone.windows.clear();
    FakeWindow keyboard = phone.window(KEYBOARD, FakeNode.of("android.widget.FrameLayout", null));
    keyboard.type = 2;
    keyboard.layer = 2;
    keyboard.bounds = new int[] {0, 1600, 1080, 2400};
    FakeWindow bar = phone.window(STATUS_BAR, FakeNode.of("android.widget.FrameLayout", null).child(clock()));
    bar.type = 3;
    bar.layer = 1;
    bar.bounds = new int[] {0, 0, 1080, 63};
    FakeWindow app = phone.window(APP, app());
    app.title = "Sign in";
    app.isActive = true;
    phone.focused = (FakeNode) app.root.children.get(0);
  }

  private static FakeNode clock() {
    FakeNode clock = FakeNode.of("android.widget.TextView", "12:30");
    clock.packageName = "com.android.systemui";
    clock.resourceId = "com.android.systemui:id/clock";
    return clock;
  }

  private static FakeNode app() {
    FakeNode root = FakeNode.of("android.widget.FrameLayout", null);
    root.bounds = new int[] {0, 0, 1080, 2400};
    FakeNode name = field("name", "M\u00fcller \ud83d\ude00");
    name.bounds = new int[] {40, 200, 1040, 300};
    FakeNode password = field("password", "hunter2").set(NodeFlag.password);
    password.bounds = new int[] {40, 320, 1040, 420};
    FakeNode button = FakeNode.of("android.widget.Button", "Sign in").set(NodeFlag.clickable);
    button.resourceId = "com.example.app:id/submit";
    button.description = "Sign in \"now\"";
    button.bounds = new int[] {40, 440, 1040, 560};
    button.drawingOrder = 3;
    button.actions = new int[] {NodeAction.click.id, NodeAction.accessibilityFocus.id, 0x7f0a0001};
    return root.child(name).child(password).child(button);
  }

  private static FakeNode field(String id, String text) {
    FakeNode field = FakeNode.of("android.widget.EditText", text).set(NodeFlag.editable).set(NodeFlag.focusable);
    field.resourceId = "com.example.app:id/" + id;
    field.hint = "Your " + id;
    field.testTag = id;
    field.inputType = 1;
    field.selectionStart = 0;
    field.selectionEnd = 0;
    field.actions = new int[] {NodeAction.setText.id, NodeAction.accessibilityFocus.id};
    return field;
  }
}
