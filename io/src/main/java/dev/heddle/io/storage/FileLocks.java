package dev.heddle.io.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;

/** Locks of local files, which prove that their owner's process lives. */
public final class FileLocks {
  private FileLocks() {}

  /**
   * Locks a file until its channel is closed; returns whether that worked: it does not if another
   * process, or this one, has locked the file.
   */
  public static boolean tryLock(FileChannel channel) throws IOException {
    try {
      FileLock taken = channel.tryLock();
      return taken != null;
    } catch (OverlappingFileLockException e) {
      return false; // by this process
    }
  }
}
