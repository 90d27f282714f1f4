package dev.fovea.core.tree;

import dev.fovea.core.Uptime;
import dev.fovea.core.json.JsonWriter;
import java.util.List;

/** One window of a snapshot: what the framework says of it, and its tree. */
public final class WindowSnapshot {
  public final int id;
  public final WindowData data = new WindowData();
  private final WindowTree tree;
  private final boolean isReused;

  WindowSnapshot(UiWindow window, WindowTree tree, boolean isReused) {
    id = window.id();
    window.read(data);
    this.tree = tree;
    this.isReused = isReused;
  }

  /**
   * @param had the name of the tree that the client has of this window; null where it has none
   * @param base that tree, where a patch of it may be sent; else null
   */
  void write(JsonWriter out, String had, WindowTree base) {
    out.beginObject();
    window(out);
    out.key("basis").value(isReused ? "events" : "walk").key("seq").value(tree.seq);
    out.key("ageMs").value(Math.max(0, Uptime.ms() - tree.walkedAtMs));
    out.key("walkMs").value(tree.walkMs).key("roundTrips").value(tree.roundTrips);
    out.key("nodeCount").value(tree.nodeCount).key("depth").value(tree.depth);
    out.key("missing").value(tree.missing).key("repeated").value(tree.repeated);
    out.key("truncated").value(tree.truncated == null ? null : tree.truncated.name());
    out.key("error").value(tree.error == null ? null : tree.error.name());
    out.key("tree").value(tree.hash).key("content");
    if (tree.content == null || tree.hash.equals(had)) out.nullValue();
    else content(out, base);
    out.endObject();
  }

  private void content(JsonWriter out, WindowTree base) {
    TreePatch patch = base == null ? null : TreePatch.between(base.content, tree.content);
    if (patch == null) out.raw(tree.content.json);
    else patch.write(out, base.hash);
  }

  private void window(JsonWriter out) {
    out.key("id").value(id).key("type").value(WindowType.name(data.type)).key("layer").value(data.layer);
    out.key("display").value(data.displayId).key("title").value(data.title).key("bounds");
    rect(out, data.bounds);
    out.key("touchable");
    rects(out, data.touchable);
    out.key("active").value(data.isActive).key("focused").value(data.isFocused);
    out.key("accessibilityFocused").value(data.isAccessibilityFocused);
    out.key("pictureInPicture").value(data.isInPictureInPicture).key("parent").value(data.parentId);
  }

  /** A list of rectangles, or null. */
  public static void rects(JsonWriter out, List<int[]> rects) {
    if (rects == null) {
      out.nullValue();
      return;
    }
    out.beginArray();
    for (int[] rect : rects) rect(out, rect);
    out.endArray();
  }

  /** Left, top, right, bottom; or null. */
  public static void rect(JsonWriter out, int[] rect) {
    if (rect == null) {
      out.nullValue();
      return;
    }
    out.beginArray();
    for (int edge : rect) out.value(edge);
    out.endArray();
  }
}
