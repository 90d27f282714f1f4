package android.content;

/** A double: the framework's asks the system server. */
public class ClipboardManager {
  public ClipData clip;
  public boolean isRefused;

  public ClipData getPrimaryClip() {
    if (isRefused) throw new SecurityException("what is on it");
    return clip;
  }

  public void setPrimaryClip(ClipData to) {
    if (isRefused) throw new SecurityException("what was put on it");
    clip = to;
  }
}
