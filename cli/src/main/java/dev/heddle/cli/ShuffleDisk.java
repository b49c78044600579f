package dev.heddle.cli;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Looks whether a shuffle server has a disk for what its memory does not hold. */
final class ShuffleDisk {
  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs", "devtmpfs");
  private static final long SMALL_DISK_BYTES = 1L << 30;

  private ShuffleDisk() {}

  /**
   * Returns what its operator should know at its start, if there is no disk, or hardly any.
   *
   * @param memoryBytes what it holds without one
   * @param folder where blocks go
   * @param diskBytes the most bytes there
   */
  static Optional<String> warning(long memoryBytes, Path folder, long diskBytes)
      throws IOException {
    if (diskBytes == 0) {
      return Optional.of(
          "it has no disk (--disk 0): queries whose exchanges do not fit into its "
              + memoryBytes
              + " bytes of memory fail; give it space (--disk, --folder)");
    }
    FileStore store = Files.getFileStore(folder);
    return warning(folder, diskBytes, store.type(), store.getUsableSpace());
  }

  static Optional<String> warning(Path folder, long diskBytes, String type, long usableBytes) {
    if (IN_MEMORY.contains(type)) {
      return Optional.of(
          "it has no disk: "
              + folder
              + " is a file system in memory ("
              + type
              + "), so exchanges that leave its memory go there, up to "
              + diskBytes
              + " bytes; name a folder on a disk (--folder)");
    }
    if (usableBytes < Math.min(SMALL_DISK_BYTES, diskBytes)) {
      return Optional.of(
          "it has hardly a disk: "
              + folder
              + " has space for "
              + usableBytes
              + " bytes of the "
              + diskBytes
              + " that it may use (--disk); free some, or name another folder (--folder)");
    }
    return Optional.empty();
  }
}
