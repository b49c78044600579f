package dev.heddle.io.testing;

import dev.heddle.io.storage.FolderWrite;
import dev.heddle.io.storage.PreparedFile;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.Staging;
import dev.heddle.io.storage.Storage;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes files that wait for the commit of a write. */
public final class StagedFiles {
  private static final AtomicInteger MADE = new AtomicInteger();

  private StagedFiles() {}

  /**
   * Makes a file part of a write.
   *
   * @param path relative to the folder; contains the write's id
   */
  public static void add(Storage storage, FolderWrite write, String path, byte[] bytes) {
    write.add(List.of(prepare(storage, write.staging(), path, bytes)));
  }

  /** Makes a file that waits in a staging. */
  public static PreparedFile prepare(Storage storage, Staging staging, String path, byte[] bytes) {
    try (PublishedOutput output = open(storage, staging, path)) {
      output.write(bytes, 0, bytes.length);
      return output.prepare();
    }
  }

  /** Begins a file in a staging. */
  public static PublishedOutput open(Storage storage, Staging staging, String path) {
    String name = "file-" + MADE.incrementAndGet();
    return storage.createIn(staging, staging.pathOf(path), name);
  }
}
