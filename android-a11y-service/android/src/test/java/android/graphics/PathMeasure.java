package android.graphics;

/** A double; see {@link Path}. */
public class PathMeasure {
  private Path path;

  public PathMeasure(Path path, boolean isClosed) {
    this.path = path;
  }

  public boolean nextContour() {
    return false;
  }

  public void setPath(Path other, boolean isClosed) {
    path = other;
  }

  public float getLength() {
    double length = 0;
    for (int i = 1; i < path.corners.size(); i++) {
      float[] from = path.corners.get(i - 1);
      float[] to = path.corners.get(i);
      length += Math.hypot(to[0] - from[0], to[1] - from[1]);
    }
    return (float) length;
  }

  public boolean getPosTan(float distance, float[] place, float[] tangent) {
    place[0] = path.corners.get(0)[0];
    place[1] = path.corners.get(0)[1];
    return true;
  }
}
