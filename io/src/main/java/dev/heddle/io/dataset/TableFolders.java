package dev.heddle.io.dataset;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.FolderListing;
import dev.heddle.io.storage.Storage;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds folders of tables of Delta Lake, Iceberg and Hudi. Their data files also hold rows that
 * were deleted or replaced since, which only the tables' metadata show.
 */
final class TableFolders {
  private static final int MAX_FOLDERS = 32;
  private static final int MAX_LEVELS = 16;

  private final Storage storage;
  private final Map<String, FolderListing> known;
  private final Set<String> checked = new LinkedHashSet<>();

  private TableFolders(Storage storage, Map<String, FolderListing> known) {
    this.storage = storage;
    this.known = known;
  }

  /**
   * Refuses a path that means more than one file if these belong to such a table: the path's
   * folder, those around it whose sub-folders are partitions or {@code data}, and those of the
   * files.
   *
   * @param path as the user wrote it
   * @throws HeddleException with code {@code UNSUPPORTED}
   */
  static void refuse(String path, Storage storage, PathContent content) {
    switch (content) {
      case PathContent.Tree tree ->
          new TableFolders(storage, tree.found().listed()).refuse(path, tree.root(), tree.root());
      case PathContent.Files(List<NamedFile> files) -> {
        String root = storage.absolute(path);
        if (files.size() == 1 && files.getFirst().file().path().equals(root)) {
          return;
        }
        TableFolders folders = new TableFolders(storage, Map.of());
        int glob = root.length();
        for (int i = 0; i < root.length(); i++) {
          if (PathContent.GLOB_CHARACTERS.indexOf(root.charAt(i)) >= 0) {
            glob = root.lastIndexOf('/', i);
            break;
          }
        }
        String base = root.substring(0, Math.max(0, glob));
        folders.refuse(path, base, base);
        Set<String> parents = new LinkedHashSet<>();
        for (NamedFile file : files) {
          if (parents.size() < MAX_FOLDERS) {
            parents.add(parent(file.file().path()));
          }
        }
        parents.forEach(folder -> folders.refuse(path, folder, base));
      }
    }
  }

  /** Looks at a folder and those around it, at least up to a base. */
  private void refuse(String path, String folder, String base) {
    String at = folder;
    for (int level = 0; level < MAX_LEVELS && !at.isEmpty(); level++) {
      if (!checked.add(at)) {
        return;
      }
      Optional<String> format = format(at);
      if (format.isPresent()) {
        throw new HeddleException(
            ErrorCode.UNSUPPORTED,
            "Cannot read "
                + path
                + ": "
                + at
                + " is the folder of "
                + format.get()
                + " table, whose files also hold rows that were deleted or replaced; export the"
                + " table to Parquet with a program that knows the format, or read the files as"
                + " they are with the option raw_table_folders");
      }
      String name = Visible.name(at);
      boolean isWithin =
          at.length() > base.length() || name.equals("data") || HiveSegment.of(name).isPresent();
      if (!isWithin) {
        return;
      }
      at = parent(at);
    }
  }

  private Optional<String> format(String folder) {
    FolderListing listing = known.get(folder);
    if (listing == null) {
      if (!storage.isFolder(folder)) {
        return Optional.empty();
      }
      listing = storage.list(folder);
    }
    for (String below : listing.folders()) {
      switch (Visible.name(below)) {
        case "_delta_log" -> {
          return Optional.of("a Delta Lake");
        }
        case ".hoodie" -> {
          return Optional.of("a Hudi");
        }
        case "metadata" -> {
          boolean isIceberg =
              storage.list(below).files().stream()
                  .anyMatch(file -> file.name().endsWith(".metadata.json"));
          if (isIceberg) {
            return Optional.of("an Iceberg");
          }
        }
        default -> {}
      }
    }
    return Optional.empty();
  }

  private static String parent(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }
}
