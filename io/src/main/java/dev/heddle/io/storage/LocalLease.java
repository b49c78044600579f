package dev.heddle.io.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A lease by a lock that the system drops when the process ends. */
final class LocalLease implements Lease {
  private static final int MAX_TRIES = 100;

  private final String path;
  private final Path file;
  private final FileChannel channel;

  private LocalLease(String path, Path file, FileChannel channel) {
    this.path = path;
    this.file = file;
    this.channel = channel;
  }

  /** Makes a lease; the file has its name only once it is locked. */
  static LocalLease create(String path, Path file) {
    try {
      for (int i = 0; i < MAX_TRIES; i++) {
        Path hidden = LocalOutput.hiddenName(file);
        try {
          Files.createDirectories(file.getParent());
          FileChannel channel = LocalClaims.create(hidden);
          try {
            LocalClaims.rename(hidden, file);
            return new LocalLease(path, file, channel);
          } catch (IOException e) {
            LocalClaims.release(hidden, channel);
            Files.deleteIfExists(hidden);
            throw e;
          }
        } catch (NoSuchFileException e) {
          continue; // another writer's clean-up took the empty folder away
        }
      }
      throw new NoSuchFileException(file.toString());
    } catch (IOException e) {
      throw LocalStorage.failed("write", path, e);
    }
  }

  @Override
  public boolean isHeld() {
    return channel.isOpen() && Files.exists(file);
  }

  @Override
  public void close() {
    try {
      LocalClaims.release(file, channel);
    } catch (IOException e) {
      throw LocalStorage.failed("close", path, e);
    }
  }
}
