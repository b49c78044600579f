package dev.heddle.io.storage;

import java.nio.file.FileSystem;

/** The local disk as it is on Windows. */
public final class WindowsDisk {
  private WindowsDisk() {}

  /** Returns the storage of a file system, which may be one in memory. */
  public static Storage of(FileSystem system) {
    return new LocalStorage(new LocalPaths(system));
  }
}
