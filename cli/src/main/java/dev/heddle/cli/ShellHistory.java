package dev.heddle.cli;

import dev.heddle.io.storage.CacheFolder;
import dev.heddle.io.storage.LocalFolders;
import dev.heddle.io.storage.OwnerAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The file of what was typed at the prompt, which may have secrets: it is its user's own. */
final class ShellHistory {
  private ShellHistory() {}

  /** Returns the file, which nobody else may read; nothing if there cannot be one. */
  static Optional<Path> file() {
    return file(CacheFolder.path());
  }

  /** Returns the file in a folder. */
  static Optional<Path> file(Path folder) {
    Path file = folder.resolve("shell-history");
    try {
      Files.createDirectories(file.getParent());
      if (!Files.exists(file)) {
        Files.createFile(file, LocalFolders.privateFile(file));
      }
      OwnerAccess.restrict(file);
      return Files.isWritable(file) ? Optional.of(file) : Optional.empty();
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty(); // a prompt without a memory is better than none
    }
  }
}
