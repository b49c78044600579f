package dev.heddle.cli;

import dev.heddle.io.storage.CacheFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/** The file of what was typed at the prompt, which may have secrets: it is its user's own. */
final class ShellHistory {
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rw-------");

  private ShellHistory() {}

  /** Returns the file, which nobody else may read; nothing if there cannot be one. */
  static Optional<Path> file() {
    Path file = CacheFolder.path().resolve("history");
    try {
      Files.createDirectories(file.getParent());
      if (!Files.exists(file)) {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PRIVATE));
      }
      Files.setPosixFilePermissions(file, PRIVATE);
      return Files.isWritable(file) ? Optional.of(file) : Optional.empty();
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty(); // a prompt without a memory is better than none
    }
  }
}
