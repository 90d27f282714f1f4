package dev.fovea.android;

/** The version of this companion; the build writes it into the manifest. */
public final class Version {
  public static final String NAME = "0.1.0";

  private Version() {}
}
