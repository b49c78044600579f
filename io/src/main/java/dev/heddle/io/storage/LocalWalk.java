package dev.heddle.io.storage;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A walk through a local folder for its visible files. Used once. */
final class LocalWalk extends SimpleFileVisitor<Path> {
  private static final Set<FileVisitOption> FOLLOW = EnumSet.of(FileVisitOption.FOLLOW_LINKS);

  private final Path root;
  private final int depth;
  private final LinkLevels followed;
  private final Storage.EmptyFiles empty;
  private final Predicate<Path> isWanted;
  private final Consumer<String> recordFolders;
  private final PathRules.@Nullable Links links;
  private final List<StoredFile> files = new ArrayList<>();

  /**
   * How many levels below its root a walk follows symbolic links; a link further down counts as not
   * there.
   *
   * @param folders of links to folders
   * @param files of links to files
   */
  record LinkLevels(int folders, int files) {
    /** All links are followed. */
    static final LinkLevels ALL = new LinkLevels(Integer.MAX_VALUE, Integer.MAX_VALUE);

    private static final String CRAWL = "**";

    /**
     * Returns those of a glob: what {@code **} matches has no links in it, so that a walk ends and
     * meets each file once.
     *
     * @param glob below the root
     */
    static LinkLevels of(String glob) {
      int level = 0;
      for (String name : glob.split("/")) {
        if (name.equals(CRAWL)) {
          return new LinkLevels(level, glob.endsWith(CRAWL) ? level : Integer.MAX_VALUE);
        }
        level += name.isEmpty() ? 0 : 1;
      }
      return ALL;
    }
  }

  /**
   * Makes a walk.
   *
   * @param depth how deep folders are looked into
   * @param followed which links are
   * @param recordFolders receives the folders with records of writes that are met
   * @param links checks links before they are followed; null if all may be
   */
  LocalWalk(
      Path root,
      int depth,
      LinkLevels followed,
      Storage.EmptyFiles empty,
      Predicate<Path> isWanted,
      Consumer<String> recordFolders,
      PathRules.@Nullable Links links) {
    this.root = root;
    this.depth = depth;
    this.followed = followed;
    this.empty = empty;
    this.isWanted = isWanted;
    this.recordFolders = recordFolders;
    this.links = links;
  }

  /** Returns the files, in the order of their paths. */
  List<StoredFile> files() throws IOException {
    Files.walkFileTree(root, FOLLOW, depth, this);
    files.sort(Comparator.comparing(StoredFile::path));
    return files;
  }

  @Override
  public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
    if (isLeftOut(folder, followed.folders())) {
      return FileVisitResult.SKIP_SUBTREE;
    }
    tellRecords(folder);
    boolean skip = !folder.equals(root) && isHidden(folder);
    if (!folder.equals(root)) {
      checkLink(folder);
    }
    return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
    if (e instanceof NoSuchFileException && !file.equals(root)) {
      return FileVisitResult.CONTINUE; // it went while we were looking
    }
    if (e instanceof FileSystemLoopException && isLeftOut(file, followed.folders())) {
      return FileVisitResult.CONTINUE;
    }
    throw e;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    if (isLeftOut(file, attributes.isDirectory() ? followed.folders() : followed.files())) {
      return FileVisitResult.CONTINUE;
    }
    if (attributes.isDirectory()) {
      tellRecords(file); // the walk ends at this depth
    }
    if (isWanted.test(file) || file.getNameCount() - root.getNameCount() < depth) {
      checkLink(file);
    }
    if (attributes.isRegularFile()
        && (attributes.size() > 0 || empty == Storage.EmptyFiles.KEPT)
        && !isHidden(file)
        && isWanted.test(file)) {
      files.add(LocalStorage.stored(file, attributes));
    }
    return FileVisitResult.CONTINUE;
  }

  private boolean isLeftOut(Path entry, int levels) {
    return entry.getNameCount() - root.getNameCount() > levels && Files.isSymbolicLink(entry);
  }

  private void tellRecords(Path folder) {
    if (folder.endsWith(WriteRecords.FOLDER)) {
      recordFolders.accept(LocalPaths.absolute(folder));
    }
  }

  private void checkLink(Path entry) {
    if (links != null && Files.isSymbolicLink(entry) && !isHidden(entry)) {
      links.check(entry);
    }
  }

  private static boolean isHidden(Path path) {
    String name = path.getFileName().toString();
    return name.startsWith(".") || name.startsWith("_");
  }
}
