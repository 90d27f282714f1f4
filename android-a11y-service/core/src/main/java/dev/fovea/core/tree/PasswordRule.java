package dev.fovea.core.tree;

import java.util.Arrays;

/**
 * What was typed into a password field never leaves the device, whatever the platform says of it: bullets, or the
 * characters themselves ("speak passwords", or an app's "show password", which also clears {@link NodeFlag#password}).
 */
public final class PasswordRule {
  private static final char BULLET = '\u2022';

  // android.text.InputType
  private static final int MASK_CLASS = 0xf;
  private static final int MASK_VARIATION = 0xff0;
  private static final int CLASS_TEXT = 1;
  private static final int CLASS_NUMBER = 2;
  private static final int TEXT_PASSWORD = 0x80;
  private static final int TEXT_VISIBLE_PASSWORD = 0x90;
  private static final int TEXT_WEB_PASSWORD = 0xe0;
  private static final int NUMBER_PASSWORD = 0x10;

  private PasswordRule() {}

  /**
   * Masks the node where it is a password field, or within one (web pages and toolkits draw the characters in a child);
   * says whether its children are within one.
   */
  static boolean apply(NodeData node, boolean isWithinPassword) {
    boolean isSecret = isWithinPassword || isSecret(node.flags, node.inputType);
    boolean showsHint = NodeFlag.showingHint.in(node.flags);
    if (showsHint) {
      if (node.hint == null) node.hint = node.text;
      node.text = "";
    }
    if (!isSecret) return false;
    node.set(NodeFlag.masked, true);
    node.text = mask(node.text);
    if (isWithinPassword) node.description = mask(node.description);
    node.selectionStart = -1;
    node.selectionEnd = -1;
    return true;
  }

  /** True for a field whose text is a secret. */
  public static boolean isSecret(int flags, int inputType) {
    if (NodeFlag.password.in(flags)) return true;
    int variation = inputType & MASK_VARIATION;
    switch (inputType & MASK_CLASS) {
      case CLASS_TEXT:
        return variation == TEXT_PASSWORD || variation == TEXT_VISIBLE_PASSWORD || variation == TEXT_WEB_PASSWORD;
      case CLASS_NUMBER:
        return variation == NUMBER_PASSWORD;
      default:
        return false;
    }
  }

  /** One bullet for each code point. */
  private static String mask(String text) {
    if (text == null) return null;
    char[] bullets = new char[text.codePointCount(0, text.length())];
    Arrays.fill(bullets, BULLET);
    return new String(bullets);
  }
}
