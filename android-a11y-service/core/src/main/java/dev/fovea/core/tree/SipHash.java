package dev.fovea.core.tree;

import java.security.SecureRandom;

/**
 * SipHash-2-4 with a key of its own: an app cannot make a screen whose hash equals
 * another's, and so cannot hide a change behind "the same tree as before".
 */
public final class SipHash {
  private final long k0;
  private final long k1;

  public SipHash(long k0, long k1) {
    this.k0 = k0;
    this.k1 = k1;
  }

  /** A hash with a random key that is not shown anywhere. */
  public static SipHash withRandomKey() {
    SecureRandom random = new SecureRandom();
    return new SipHash(random.nextLong(), random.nextLong());
  }

  /** The hash as 16 hexadecimal digits. */
  public String hex(byte[] bytes, int from, int to) {
    String digits = Long.toHexString(hash(bytes, from, to));
    return "0000000000000000".substring(digits.length()) + digits;
  }

  public long hash(byte[] bytes, int from, int to) {
    long v0 = k0 ^ 0x736f6d6570736575L;
    long v1 = k1 ^ 0x646f72616e646f6dL;
    long v2 = k0 ^ 0x6c7967656e657261L;
    long v3 = k1 ^ 0x7465646279746573L;
    int words = (to - from) >> 3;
    for (int i = 0; i <= words; i++) {
      long word = i < words ? word(bytes, from + i * 8, 8) : lastWord(bytes, from, to);
      v3 ^= word;
      for (int round = 0; round < 2; round++) {
        v0 += v1;
        v2 += v3;
        v1 = Long.rotateLeft(v1, 13) ^ v0;
        v3 = Long.rotateLeft(v3, 16) ^ v2;
        v0 = Long.rotateLeft(v0, 32);
        v2 += v1;
        v0 += v3;
        v1 = Long.rotateLeft(v1, 17) ^ v2;
        v3 = Long.rotateLeft(v3, 21) ^ v0;
        v2 = Long.rotateLeft(v2, 32);
      }
      v0 ^= word;
    }
    v2 ^= 0xff;
    for (int round = 0; round < 4; round++) {
      v0 += v1;
      v2 += v3;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v1;
      v0 += v3;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 = Long.rotateLeft(v2, 32);
    }
    return v0 ^ v1 ^ v2 ^ v3;
  }

  /** What is left after the last whole word, with the length in the top byte. */
  private static long lastWord(byte[] bytes, int from, int to) {
    int rest = (to - from) & 7;
    return word(bytes, to - rest, rest) | (long) (to - from) << 56;
  }

  private static long word(byte[] bytes, int at, int count) {
    long word = 0;
    for (int i = 0; i < count; i++) word |= (bytes[at + i] & 0xffL) << (8 * i);
    return word;
  }
}
