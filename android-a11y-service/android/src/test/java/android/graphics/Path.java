package android.graphics;

import java.util.ArrayList;
import java.util.List;

/** A double: the framework's is in native code. Here it is a line of corners. */
public class Path {
  public final List<float[]> corners = new ArrayList<>();

  public Path() {}

  public Path(Path other) {
    corners.addAll(other.corners);
  }

  public void moveTo(float x, float y) {
    corners.add(new float[] {x, y});
  }

  public void lineTo(float x, float y) {
    corners.add(new float[] {x, y});
  }

  public boolean isEmpty() {
    return corners.isEmpty();
  }

  public void computeBounds(RectF out, boolean isExact) {
    out.set(corners.get(0)[0], corners.get(0)[1], corners.get(0)[0], corners.get(0)[1]);
    for (float[] corner : corners) out.union(corner[0], corner[1]);
  }
}
