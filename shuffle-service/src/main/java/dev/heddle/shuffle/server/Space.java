package dev.heddle.shuffle.server;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts a server's memory and disk, and knows which blocks in memory are being sent. */
final class Space {
  final ServerLimits limits;
  private final List<ServerCommand> commands;
  private final Map<Long, Integer> sending = new HashMap<>(); // how often, by handle
  private final Map<Long, Long> leaving = new HashMap<>(); // room to free once sent, by handle
  private long heldBytes;
  private long grantedBytes;
  private long loadingBytes;
  private long diskBytes;
  private long tierBytes;
  private long indexBytes;

  Space(ServerLimits limits, List<ServerCommand> commands) {
    this.limits = limits;
    this.commands = commands;
  }

  /** Returns how much more may be granted. */
  long freeBytes() {
    return limits.writeBytes() - heldBytes - grantedBytes;
  }

  /** Counts memory of a block that has arrived. */
  void hold(long room) {
    heldBytes += room;
  }

  long heldBytes() {
    return heldBytes;
  }

  /** Counts credit that writers have got, or, if it is negative, that has been used or revoked. */
  void grant(long bytes) {
    grantedBytes += bytes;
  }

  long grantedBytes() {
    return grantedBytes;
  }

  /** Counts memory for blocks that come from disk. */
  void load(long room) {
    loadingBytes += room;
  }

  long loadingBytes() {
    return loadingBytes;
  }

  /** Counts bytes of files on disk. */
  void countDisk(long bytes) {
    diskBytes += bytes;
  }

  long diskBytes() {
    return diskBytes;
  }

  /** Counts bytes in the tier, or on their way there. */
  void countTier(long bytes) {
    tierBytes += bytes;
  }

  long tierBytes() {
    return tierBytes;
  }

  /** Counts bytes of the heap that tables of blocks take. */
  void countIndex(long bytes) {
    indexBytes += bytes;
  }

  long indexBytes() {
    return indexBytes;
  }

  /** Frees a block's memory, at once or when it has been sent. */
  void free(long handle, long room) {
    if (sending.containsKey(handle)) {
      leaving.put(handle, room);
    } else {
      heldBytes -= room;
      commands.add(new ServerCommand.Free(handle));
    }
  }

  void startSending(long handle) {
    sending.merge(handle, 1, Integer::sum);
  }

  void endSending(long handle) {
    if (sending.merge(handle, -1, Integer::sum) == 0) {
      sending.remove(handle);
      Long room = leaving.remove(handle);
      if (room != null) {
        heldBytes -= room;
        commands.add(new ServerCommand.Free(handle));
      }
    }
  }

  /** Returns the room of blocks that nobody keeps and that are being sent still. */
  long leavingBytes() {
    return leaving.values().stream().mapToLong(Long::longValue).sum();
  }
}
