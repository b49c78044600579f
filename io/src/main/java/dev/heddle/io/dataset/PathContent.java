package dev.heddle.io.dataset;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.HivePartitions;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.storage.WriteRecords;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What one of a dataset's paths means. */
sealed interface PathContent {
  String GLOB_CHARACTERS = "*?[{";

  /** A glob for all files of an ending below a folder, at any depth. */
  Pattern ALL_BELOW = Pattern.compile("([^*?\\[{]+)/\\*\\*/\\*(\\.[A-Za-z0-9.]+)");

  /** Returns the keys of the folders of the first file; nothing if those of another differ. */
  Optional<List<String>> keys();

  /** Files. */
  record Files(List<NamedFile> files) implements PathContent {
    @Override
    public Optional<List<String>> keys() {
      List<String> keys = files.getFirst().keys();
      boolean agree = files.stream().allMatch(file -> areSame(file.keys(), keys));
      return agree ? Optional.of(keys) : Optional.empty();
    }
  }

  /**
   * A folder of hive partitions that has not been listed whole.
   *
   * @param path as the user wrote it
   * @param suffixes endings of the names of files that count
   * @param root absolute
   * @param above the segments of the folders in the path
   * @param state of writes to it
   */
  record Tree(
      Storage storage,
      String path,
      List<String> suffixes,
      String root,
      List<HiveSegment> above,
      FolderLevels.Found found,
      Map<String, String> state)
      implements PathContent {
    @Override
    public Optional<List<String>> keys() {
      return Optional.of(keysOf(above, found));
    }
  }

  private static List<String> keysOf(List<HiveSegment> above, FolderLevels.Found found) {
    List<String> keys = new ArrayList<>(above.stream().map(HiveSegment::key).toList());
    keys.addAll(found.keys());
    return keys;
  }

  /** Returns whether keys are the same, in whichever order. */
  static boolean areSame(List<String> some, List<String> others) {
    return some.size() == others.size() && new HashSet<>(some).equals(new HashSet<>(others));
  }

  private static boolean areDifferent(List<String> keys) {
    return new HashSet<>(keys).size() == keys.size();
  }

  /**
   * Looks at a path: one that is a folder of partitions is not listed whole, unless files of no
   * bytes count.
   *
   * @throws dev.heddle.frame.error.HeddleException with code {@code NOT_FOUND} if there is no file
   */
  static PathContent of(
      Storage storage,
      String written,
      List<String> suffixes,
      HivePartitions rule,
      Storage.EmptyFiles empty) {
    String path = storage.slashed(written);
    if (rule == HivePartitions.OFF) {
      return new Files(
          storage.resolve(path, suffixes, empty).stream()
              .map(file -> new NamedFile(file, List.of()))
              .toList());
    }
    if (storage.isFolder(path)) {
      return tree(storage, path, path, suffixes)
          .filter(_ -> empty == Storage.EmptyFiles.LEFT_OUT)
          .orElseGet(
              () ->
                  new Files(
                      named(
                          storage.resolve(path, suffixes, empty),
                          storage.absolute(path),
                          HiveSegment.inFolders(path + "/"))));
    }
    Matcher below = ALL_BELOW.matcher(path);
    if (empty == Storage.EmptyFiles.LEFT_OUT
        && below.matches()
        && storage.isFolder(below.group(1))) {
      Optional<PathContent> tree = tree(storage, path, below.group(1), List.of(below.group(2)));
      if (tree.isPresent()) {
        return tree.get();
      }
    }
    List<StoredFile> files;
    try {
      files = storage.resolve(path, suffixes, empty);
    } catch (HeddleException e) {
      if (storage.isFolder(path)) {
        return of(storage, path, suffixes, rule, empty); // it has come to be there just now
      }
      throw e;
    }
    String fixed = folderOf(path);
    boolean isItself = files.size() == 1 && files.getFirst().path().equals(storage.absolute(path));
    if (isItself) {
      return new Files(List.of(new NamedFile(files.getFirst(), HiveSegment.inFolders(path))));
    }
    boolean isGlob = fixed.equals(folderOf(path + "/"));
    return !isGlob && storage.isFolder(path)
        ? of(storage, path, suffixes, rule, empty)
        : new Files(
            named(
                files,
                storage.absolute(fixed.isEmpty() ? "." : fixed),
                HiveSegment.inFolders(fixed)));
  }

  /**
   * Looks at a folder; nothing if it has no partitions, or one within another of its key.
   *
   * @param path what the user wrote: the folder, or a glob for all below it
   */
  private static Optional<PathContent> tree(
      Storage storage, String path, String folder, List<String> suffixes) {
    String root = storage.absolute(folder);
    WriteRecords.View<Optional<FolderLevels.Found>> view =
        WriteRecords.view(
            storage, root, records -> FolderLevels.explore(storage, root, suffixes, records));
    List<HiveSegment> above = HiveSegment.inFolders(folder + "/");
    return view.listed()
        .filter(found -> !view.hidden().contains(found.first().path()))
        .filter(found -> areDifferent(keysOf(above, found)))
        .map(found -> new Tree(storage, path, suffixes, root, above, found, view.state()));
  }

  /** Returns the part of a glob before the first folder with a special character. */
  static String folderOf(String glob) {
    int special = 0;
    while (special < glob.length() && GLOB_CHARACTERS.indexOf(glob.charAt(special)) < 0) {
      special++;
    }
    return glob.substring(0, glob.lastIndexOf('/', special) + 1);
  }

  private static List<NamedFile> named(
      List<StoredFile> files, String root, List<HiveSegment> above) {
    return files.stream()
        .map(
            file -> {
              List<HiveSegment> segments = new ArrayList<>(above);
              if (file.path().startsWith(root)) {
                segments.addAll(HiveSegment.inFolders(file.path().substring(root.length())));
              }
              return new NamedFile(file, segments);
            })
        .toList();
  }

  /**
   * Returns the content with its keys in an order; folders of another order are listed whole.
   *
   * @param keys all that it has, or none
   */
  default PathContent inOrder(List<String> keys) {
    boolean isSo =
        switch (this) {
          case Files _ -> keys.isEmpty();
          case Tree tree -> keys.isEmpty() || tree.keys().equals(Optional.of(keys));
        };
    return isSo ? this : new Files(all().stream().map(file -> file.inOrder(keys)).toList());
  }

  /** Returns the first file of the content. */
  default StoredFile first() {
    return switch (this) {
      case Files files -> files.files.getFirst().file();
      case Tree tree -> tree.found.first();
    };
  }

  /** Returns all files of the content. */
  default List<NamedFile> all() {
    return switch (this) {
      case Files files -> files.files;
      case Tree tree ->
          named(tree.storage.resolve(tree.path, tree.suffixes), tree.root, tree.above);
    };
  }
}
