package android.graphics;

/** A double: the framework's is in native code. */
public class ColorSpace {}
