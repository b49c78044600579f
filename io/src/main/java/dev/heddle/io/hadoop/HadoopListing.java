package dev.heddle.io.hadoop;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.hadoop.files.HadoopEntry;
import dev.heddle.io.hadoop.files.HadoopFiles;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.storage.WriteRecords;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;

/** The visible files below a folder, found level by level. */
final class HadoopListing {
  private static final String GLOB_CHARACTERS = "*?[{";

  private final HadoopFiles hadoop;
  private final String path; // as the user wrote it
  private final Storage.EmptyFiles empty;

  HadoopListing(HadoopFiles hadoop, String path, Storage.EmptyFiles empty) {
    this.hadoop = hadoop;
    this.path = path;
    this.empty = empty;
  }

  /**
   * What is looked for.
   *
   * @param root the folder that it is below
   * @param depth how deep folders are looked into
   * @param isWanted of paths of files
   */
  record Search(String root, int depth, Predicate<String> isWanted) {}

  static boolean isGlob(String path) {
    return path.chars().anyMatch(c -> GLOB_CHARACTERS.indexOf(c) >= 0);
  }

  /** Returns the search for a glob, with scheme and authority. */
  Search glob(String absolute) {
    int start = absolute.indexOf("://") + 3;
    start = absolute.indexOf('/', start); // behind the authority, which is not a part of the glob
    int special = start;
    while (GLOB_CHARACTERS.indexOf(absolute.charAt(special)) < 0) {
      special++;
    }
    String root = absolute.substring(0, absolute.lastIndexOf('/', special));
    String pattern = absolute.substring(start);
    PathMatcher matcher;
    try {
      matcher = FileSystems.getDefault().getPathMatcher("glob:" + Storages.javaGlob(pattern));
    } catch (PatternSyntaxException e) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read " + path + ": not a valid glob: " + e.getDescription(),
          e);
    }
    int authority = start;
    int depth =
        pattern.contains("**")
            ? Integer.MAX_VALUE
            : (int) absolute.substring(root.length()).chars().filter(c -> c == '/').count();
    return new Search(
        root.length() < authority ? absolute.substring(0, authority) + "/" : root,
        depth,
        file -> matcher.matches(Path.of(file.substring(authority))));
  }

  /** Returns the search for all files of a folder. */
  static Search all(String folder, List<String> suffixes) {
    return new Search(
        folder,
        Integer.MAX_VALUE,
        file -> suffixes.isEmpty() || suffixes.stream().anyMatch(file::endsWith));
  }

  /**
   * Returns the files, in the order of their paths.
   *
   * @param recordFolders receives the folders with records of writes that are met
   */
  List<StoredFile> find(Search search, Consumer<String> recordFolders) {
    List<StoredFile> found = new ArrayList<>();
    List<String> folders = List.of(search.root());
    for (int depth = 0; depth < search.depth() && !folders.isEmpty(); depth++) {
      List<String> next = new ArrayList<>();
      for (String folder : folders) {
        for (HadoopEntry entry : entries(folder, search.root())) {
          if (entry.isFolder() && entry.name().equals(WriteRecords.FOLDER)) {
            recordFolders.accept(entry.path());
          } else if (isHidden(entry.name())) {
            continue;
          } else if (entry.isFolder()) {
            next.add(entry.path());
          } else if ((entry.sizeBytes() > 0 || empty == Storage.EmptyFiles.KEPT)
              && search.isWanted().test(entry.path())) {
            found.add(stored(entry));
          }
        }
      }
      folders = next;
    }
    found.sort(Comparator.comparing(StoredFile::path));
    return found;
  }

  private List<HadoopEntry> entries(String folder, String root) {
    try {
      return hadoop.list(folder);
    } catch (FileNotFoundException e) {
      if (folder.equals(root)) {
        throw HadoopErrors.of("list", path, e);
      }
      return List.of(); // it went while we were looking
    } catch (IOException e) {
      throw HadoopErrors.of("list", path, e);
    }
  }

  private static boolean isHidden(String name) {
    return name.startsWith(".") || name.startsWith("_");
  }

  static StoredFile stored(HadoopEntry entry) {
    return new StoredFile(entry.path(), entry.sizeBytes(), entry.version());
  }
}
