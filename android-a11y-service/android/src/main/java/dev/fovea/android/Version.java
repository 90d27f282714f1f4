package dev.fovea.android;

/** The version of this half; the build writes it into the manifest. */
public final class Version {
  public static final String NAME = "0.1.0";

  private Version() {}
}
