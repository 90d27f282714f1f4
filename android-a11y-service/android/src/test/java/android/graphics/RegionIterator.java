package android.graphics;

import java.util.Iterator;

/** A double; see {@link Region}. */
public class RegionIterator {
  private final Iterator<Rect> parts;

  public RegionIterator(Region region) {
    parts = region.parts.iterator();
  }

  public final boolean next(Rect out) {
    if (!parts.hasNext()) return false;
    out.set(parts.next());
    return true;
  }
}
