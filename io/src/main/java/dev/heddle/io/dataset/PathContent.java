package dev.heddle.io.dataset;

import dev.heddle.frame.option.HivePartitions;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.storage.WriteRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What one of a dataset's paths means. */
sealed interface PathContent {
  String GLOB_CHARACTERS = "*?[{";

  /** Returns the keys of the folders that the files lie in; nothing if they differ. */
  Optional<List<String>> keys();

  /** Files. */
  record Files(List<NamedFile> files) implements PathContent {
    @Override
    public Optional<List<String>> keys() {
      List<String> keys = files.getFirst().keys();
      boolean agree =
          keys.stream().distinct().count() == keys.size()
              && files.stream().allMatch(file -> file.keys().equals(keys));
      return agree ? Optional.of(keys) : Optional.empty();
    }
  }

  /**
   * A folder of hive partitions that has not been listed whole.
   *
   * @param path as the user wrote it
   * @param root absolute
   * @param above what the folders in the path say
   * @param state of writes to it
   */
  record Tree(
      Storage storage,
      String path,
      String root,
      List<HiveSegment> above,
      FolderLevels.Found found,
      Map<String, String> state)
      implements PathContent {
    @Override
    public Optional<List<String>> keys() {
      List<String> keys = new ArrayList<>(above.stream().map(HiveSegment::key).toList());
      keys.addAll(found.keys());
      return keys.stream().distinct().count() == keys.size() ? Optional.of(keys) : Optional.empty();
    }
  }

  /**
   * Looks at a path: one that is a folder of partitions is not listed whole.
   *
   * @throws dev.heddle.frame.error.HeddleException with code {@code NOT_FOUND} if there is no file
   */
  static PathContent of(String path, List<String> suffixes, HivePartitions rule) {
    Storage storage = Storages.of(path);
    if (rule == HivePartitions.OFF) {
      return new Files(
          storage.resolve(path, suffixes).stream()
              .map(file -> new NamedFile(file, List.of()))
              .toList());
    }
    if (storage.isFolder(path)) {
      String root = storage.absolute(path);
      List<HiveSegment> above = HiveSegment.inFolders(path + "/");
      WriteRecords.View<Optional<FolderLevels.Found>> view =
          WriteRecords.view(
              storage, root, records -> FolderLevels.explore(storage, root, suffixes, records));
      Optional<FolderLevels.Found> found = view.listed();
      if (found.isPresent() && !view.hidden().contains(found.get().first().path())) {
        return new Tree(storage, path, root, above, found.get(), view.state());
      }
      return new Files(named(storage.resolve(path, suffixes), root, above));
    }
    List<StoredFile> files = storage.resolve(path, suffixes);
    String fixed = folderOf(path);
    boolean isItself = files.size() == 1 && files.getFirst().path().equals(storage.absolute(path));
    return isItself
        ? new Files(List.of(new NamedFile(files.getFirst(), HiveSegment.inFolders(path))))
        : new Files(
            named(
                files,
                storage.absolute(fixed.isEmpty() ? "." : fixed),
                HiveSegment.inFolders(fixed)));
  }

  /** Returns the part of a glob before the first folder with a special character. */
  private static String folderOf(String glob) {
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

  /** Returns all files of the content. */
  default List<NamedFile> all(List<String> suffixes) {
    return switch (this) {
      case Files files -> files.files;
      case Tree tree -> named(tree.storage.resolve(tree.path, suffixes), tree.root, tree.above);
    };
  }
}
