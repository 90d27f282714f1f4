package android.graphics;

import java.util.ArrayList;
import java.util.List;

/** A double: the framework's is in native code. Here it is the rectangles that it was made of. */
public class Region {
  final List<Rect> parts = new ArrayList<>();

  public Region() {}

  public Region(Rect part) {
    parts.add(new Rect(part));
  }

  public Region(Region other) {
    set(other);
  }

  public boolean set(Region other) {
    parts.clear();
    for (Rect part : other.parts) parts.add(new Rect(part));
    return !parts.isEmpty();
  }

  public void add(Rect part) {
    parts.add(new Rect(part));
  }

  public void setEmpty() {
    parts.clear();
  }

  /** The bounds of the first part only: the windows in these tests have one part. */
  public boolean getBounds(Rect out) {
    if (!parts.isEmpty()) out.set(parts.get(0));
    return !parts.isEmpty();
  }

  public Rect getBounds() {
    Rect out = new Rect();
    getBounds(out);
    return out;
  }
}
