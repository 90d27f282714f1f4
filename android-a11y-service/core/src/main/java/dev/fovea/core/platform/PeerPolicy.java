package dev.fovea.core.platform;

/** Who may speak to the socket, by the peer's uid. Ask before a byte is read. */
public final class PeerPolicy {
  private static final int ROOT = 0;
  /** adbd of user builds, and the shell: it opens localabstract sockets in its own process. */
  private static final int SHELL = 2000;

  private PeerPolicy() {}

  public static boolean allows(int peerUid, int ownUid) {
    return peerUid == ROOT || peerUid == SHELL || peerUid == ownUid;
  }
}
