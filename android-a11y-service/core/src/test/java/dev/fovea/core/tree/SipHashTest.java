package dev.fovea.core.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SipHashTest {
  @Test
  void theReferencesVectorsComeOut() {
    SipHash hash = new SipHash(0x0706050403020100L, 0x0f0e0d0c0b0a0908L);
    byte[] input = new byte[64];
    for (int i = 0; i < input.length; i++) input[i] = (byte) i;
    assertEquals(0x726fdb47dd0e0e31L, hash.hash(input, 0, 0));
    assertEquals(0x74f839c593dc67fdL, hash.hash(input, 0, 1));
    assertEquals(0xa129ca6149be45e5L, hash.hash(input, 0, 15));
    assertEquals("a129ca6149be45e5", hash.hex(input, 0, 15));
  }
}
