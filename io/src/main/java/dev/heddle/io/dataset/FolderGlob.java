package dev.heddle.io.dataset;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.FolderListing;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.StoredFile;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.PatternSyntaxException;

/**
 * A glob that finds folders themselves: one with a slash at its end, and one whose last name has no
 * special character, which finds files too. Hidden folders are left out, and links below {@code
 * **}.
 */
final class FolderGlob {
  private static final String CRAWL = "**";

  private final Storage storage;
  private final String written;

  private FolderGlob(Storage storage, String written) {
    this.storage = storage;
    this.written = written;
  }

  /** Returns whether a path, with slashes, is such a glob. */
  static boolean isOne(String path) {
    return isSpecial(path) && !isSpecial(path.substring(path.lastIndexOf('/') + 1));
  }

  private static boolean isSpecial(String text) {
    return text.chars().anyMatch(c -> PathContent.GLOB_CHARACTERS.indexOf(c) >= 0);
  }

  /**
   * Returns the folders that a path finds, as files without bytes, and its files.
   *
   * @param path with slashes
   * @throws HeddleException with code {@code NOT_FOUND} if there is none
   */
  static PathContent find(Storage storage, String path, List<String> suffixes) {
    List<StoredFile> found = new ArrayList<>(new FolderGlob(storage, path).folders());
    if (found.isEmpty() || !path.endsWith("/")) {
      try {
        found.addAll(storage.resolve(path, suffixes, Storage.EmptyFiles.KEPT));
      } catch (HeddleException e) {
        if (e.code() != ErrorCode.NOT_FOUND || found.isEmpty()) {
          throw e;
        }
      }
    }
    found.sort(Comparator.comparing(StoredFile::path));
    return new PathContent.Files(
        found.stream().map(file -> new NamedFile(file, List.of())).toList());
  }

  private List<StoredFile> folders() {
    String fixed = PathContent.folderOf(written);
    TreeSet<String> folders = new TreeSet<>();
    folders.add(storage.absolute(fixed.isEmpty() ? "." : fixed));
    for (String name : written.substring(fixed.length()).split("/")) {
      if (!name.isEmpty()) {
        folders = name.equals(CRAWL) ? below(folders) : named(folders, matcher(name));
      }
    }
    return folders.stream().map(folder -> new StoredFile(folder, 0, "")).toList();
  }

  private PathMatcher matcher(String name) {
    try {
      return FileSystems.getDefault().getPathMatcher("glob:" + name);
    } catch (PatternSyntaxException e) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read " + written + ": not a valid glob: " + e.getDescription(),
          e);
    }
  }

  private TreeSet<String> named(TreeSet<String> folders, PathMatcher matcher) {
    TreeSet<String> named = new TreeSet<>();
    for (String folder : folders) {
      for (String below : visible(folder)) {
        if (matcher.matches(Path.of(name(below)))) {
          named.add(below);
        }
      }
    }
    return named;
  }

  /** Returns folders and all that are in them, at any depth. */
  private TreeSet<String> below(TreeSet<String> folders) {
    TreeSet<String> all = new TreeSet<>(folders);
    List<String> level = List.copyOf(folders);
    while (!level.isEmpty()) {
      List<String> next = new ArrayList<>();
      for (String folder : level) {
        for (String below : visible(folder)) {
          if (!isLink(below) && all.add(below)) {
            next.add(below);
          }
        }
      }
      level = next;
    }
    return all;
  }

  private static boolean isLink(String folder) {
    return Storages.isLocal(folder) && Files.isSymbolicLink(Path.of(folder));
  }

  private List<String> visible(String folder) {
    FolderListing listing;
    try {
      listing = storage.list(folder);
    } catch (HeddleException e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        return List.of(); // not there, or gone since
      }
      throw e;
    }
    return listing.folders().stream()
        .filter(below -> !name(below).startsWith(".") && !name(below).startsWith("_"))
        .toList();
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
