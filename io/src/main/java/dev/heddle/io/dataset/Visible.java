package dev.heddle.io.dataset;

import dev.heddle.io.storage.FolderListing;
import dev.heddle.io.storage.StoredFile;
import java.util.List;

/** What of a listing counts: names that start with a dot or an underscore are hidden. */
final class Visible {
  private Visible() {}

  static List<String> folders(FolderListing listing) {
    return listing.folders().stream().filter(folder -> isVisible(name(folder))).toList();
  }

  /** Returns the files with one of the endings, and with any bytes. */
  static List<StoredFile> files(FolderListing listing, List<String> suffixes) {
    return listing.files().stream()
        .filter(
            file ->
                file.sizeBytes() > 0
                    && isVisible(file.name())
                    && (suffixes.isEmpty() || suffixes.stream().anyMatch(file.name()::endsWith)))
        .toList();
  }

  /** Returns the last part of a path. */
  static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static boolean isVisible(String name) {
    return !name.startsWith(".") && !name.startsWith("_");
  }
}
