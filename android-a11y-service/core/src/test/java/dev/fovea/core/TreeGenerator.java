package dev.fovea.core;

import dev.fovea.core.tree.NodeAction;
import dev.fovea.core.tree.NodeFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes trees as phones have them, the same for the same seed. */
final class TreeGenerator {
  private static final int MAX_DEPTH = 40;
  private static final String[] CLASSES = {
    "android.widget.FrameLayout", "android.widget.LinearLayout", "android.widget.TextView", "android.widget.Button",
    "android.widget.ImageView", "androidx.recyclerview.widget.RecyclerView", "android.view.View"
  };
  private static final String[] WORDS = {
    "Settings", "Network & internet", "Wi\u2011Fi", "\u4f60\u597d", "\ud83d\ude00 smile", "line\nbreak", "\"quoted\"",
    "back\\slash", "\u0645\u0631\u062d\u0628\u0627", "lone \ud83d surrogate", "tab\tand \u0001 control", ""
  };
  private static final int[][] ACTIONS = {
    {NodeAction.accessibilityFocus.id},
    {NodeAction.click.id, NodeAction.longClick.id, NodeAction.accessibilityFocus.id},
    {NodeAction.scrollForward.id, NodeAction.scrollDown.id, NodeAction.showOnScreen.id},
    {NodeAction.click.id, 0x7f0a0123},
  };

  private final Random random;

  TreeGenerator(long seed) {
    random = new Random(seed);
  }

  /** A tree of exactly so many nodes. */
  FakeNode tree(int count) {
    List<FakeNode> path = new ArrayList<>();
    FakeNode root = node(0);
    path.add(root);
    for (int i = 1; i < count; i++) {
      // Some levels up from the node before, seldom many: deep as well as broad.
      for (int up = random.nextInt(4); up > 0 && path.size() > 1; up--) path.remove(path.size() - 1);
      while (path.size() >= MAX_DEPTH) path.remove(path.size() - 1);
      FakeNode node = node(i);
      path.get(path.size() - 1).children.add(node);
      path.add(node);
    }
    return root;
  }

  private FakeNode node(int number) {
    FakeNode node = new FakeNode();
    node.className = pick(CLASSES);
    if (random.nextInt(2) == 0) node.resourceId = "com.example.app:id/view_" + random.nextInt(40);
    if (random.nextInt(3) == 0) node.text = pick(WORDS) + " " + number;
    if (random.nextInt(6) == 0) node.description = pick(WORDS);
    if (random.nextInt(12) == 0) node.hint = pick(WORDS);
    if (random.nextInt(15) == 0) node.stateDescription = pick(WORDS);
    if (random.nextInt(15) == 0) node.testTag = "tag_" + number;
    int left = random.nextInt(900);
    int top = random.nextInt(2200);
    node.bounds = new int[] {left, top, left + random.nextInt(180), top + random.nextInt(200)};
    node.drawingOrder = random.nextInt(20);
    node.flags = random.nextInt(NodeFlag.masked.bit()) & ~NodeFlag.password.bit();
    node.actions = ACTIONS[random.nextInt(ACTIONS.length)];
    return node;
  }

  private String pick(String[] of) {
    return of[random.nextInt(of.length)];
  }
}
