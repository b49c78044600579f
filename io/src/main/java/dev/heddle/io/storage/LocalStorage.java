package dev.heddle.io.storage;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The local disk. A file's version is its time of change in nanoseconds and its key. */
final class LocalStorage implements Storage {
  private final LocalPaths paths;
  private final boolean refusesStreams;
  private final PathRules.@Nullable Links links; // null if all may be followed

  /** Makes it for relative paths that start where this process does. */
  LocalStorage() {
    this(LocalPaths.DEFAULT);
  }

  /** Makes it for the paths of a file system. */
  LocalStorage(LocalPaths paths) {
    this(paths, false, null);
  }

  /** Makes it for another process's relative paths, whose streams and devices are refused. */
  LocalStorage(Path base) {
    this(LocalPaths.from(base), true, null);
  }

  private LocalStorage(LocalPaths paths, boolean refusesStreams, PathRules.@Nullable Links links) {
    this.paths = paths;
    this.refusesStreams = refusesStreams;
    this.links = links;
  }

  /**
   * Returns the same storage whose listings do not follow links that lead out: one that may have
   * wanted files behind it ends {@link #resolve}, and {@link #list} takes it for a folder.
   */
  LocalStorage withLinks(PathRules.Links checked) {
    return new LocalStorage(paths, refusesStreams, checked);
  }

  LocalPaths paths() {
    return paths;
  }

  @Override
  public List<StoredFile> resolve(String path, List<String> suffixes, EmptyFiles empty) {
    Optional<Path> plain = paths.ofName(path);
    if (plain.isPresent() && Files.isDirectory(plain.get())) {
      List<StoredFile> files =
          committed(
              path,
              plain.get(),
              Integer.MAX_VALUE,
              LocalWalk.LinkLevels.ALL,
              empty,
              f -> hasSuffix(f, suffixes));
      if (files.isEmpty()) {
        String kind = suffixes.isEmpty() ? "" : " that end in " + String.join(", ", suffixes);
        throw new HeddleException(
            ErrorCode.NOT_FOUND, "Cannot read folder " + path + ": it has no visible files" + kind);
      }
      return files;
    }
    if (!LocalPaths.isGlob(path) || exists(path)) {
      return List.of(stat(path));
    }
    return glob(path, empty);
  }

  private List<StoredFile> glob(String path, EmptyFiles empty) {
    String pattern = paths.absoluteGlob(path);
    int name = pattern.lastIndexOf('/', LocalPaths.special(pattern)) + 1;
    Path root = paths.system().getPath(pattern.substring(0, name)).normalize();
    String below = pattern.substring(name);
    PathMatcher matcher = paths.matcher(pattern, path);
    List<StoredFile> files = List.of();
    if (Files.isDirectory(root)) {
      int depth = pattern.contains("**") ? Integer.MAX_VALUE : LocalPaths.nameCount(below);
      files = committed(path, root, depth, LocalWalk.LinkLevels.of(below), empty, matcher::matches);
    }
    if (files.isEmpty()) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND, "Cannot read " + path + ": no file matches this glob below " + root);
    }
    return files;
  }

  private List<StoredFile> committed(
      String path,
      Path root,
      int depth,
      LocalWalk.LinkLevels followed,
      EmptyFiles empty,
      Predicate<Path> isWanted) {
    return WriteRecords.list(
        this,
        LocalPaths.text(root),
        recordFolders -> {
          try {
            return new LocalWalk(root, depth, followed, empty, isWanted, recordFolders, links)
                .files();
          } catch (IOException e) {
            throw failed("list", path, e);
          }
        },
        StoredFile::path);
  }

  @Override
  public FolderListing list(String folder) {
    List<String> folders = new ArrayList<>();
    List<StoredFile> files = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(toPath(folder))) {
      for (Path entry : entries) {
        if (links != null && Files.isSymbolicLink(entry) && links.leadsOut(entry)) {
          folders.add(LocalPaths.absolute(entry));
          continue;
        }
        BasicFileAttributes attributes;
        try {
          attributes = Files.readAttributes(entry, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
          continue; // gone since, or a link to nothing
        }
        if (attributes.isDirectory()) {
          folders.add(LocalPaths.absolute(entry));
        } else if (attributes.isRegularFile()) {
          files.add(stored(entry, attributes));
        }
      }
    } catch (DirectoryIteratorException e) {
      throw failed("list", folder, e.getCause());
    } catch (IOException e) {
      throw failed("list", folder, e);
    }
    Collections.sort(folders);
    files.sort(Comparator.comparing(StoredFile::path));
    return new FolderListing(folders, files);
  }

  @Override
  public boolean isFolder(String path) {
    return paths.ofName(path).filter(Files::isDirectory).isPresent();
  }

  @Override
  public boolean isFile(String path) {
    return exists(path) && !isFolder(path);
  }

  private static boolean hasSuffix(Path file, List<String> suffixes) {
    String name = file.getFileName().toString();
    return suffixes.isEmpty() || suffixes.stream().anyMatch(name::endsWith);
  }

  static StoredFile stored(Path file, BasicFileAttributes attributes) {
    long nanos = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
    // the key (device and inode) distinguishes a file from one that replaced it within a clock
    // tick
    String version = nanos + " " + attributes.fileKey();
    return new StoredFile(LocalPaths.absolute(file), attributes.size(), version);
  }

  @Override
  public boolean exists(String path) {
    return paths.ofName(path).filter(Files::exists).isPresent();
  }

  @Override
  public StoredFile stat(String path) {
    Path file = toPath(path);
    checkStream(path, file);
    return stored(file, attributes(path, LocalStreams.content(file)));
  }

  @Override
  public Instant lastModified(String path) {
    Path content = LocalStreams.content(toPath(path));
    return attributes(path, content).lastModifiedTime().toInstant();
  }

  private static BasicFileAttributes attributes(String path, Path file) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      if (!attributes.isRegularFile()) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT, "Cannot read " + path + ": it is not a file");
      }
      return attributes;
    } catch (IOException e) {
      throw failed("read", path, e);
    }
  }

  @Override
  public RangedInput open(StoredFile file) {
    try {
      return openListed(file);
    } catch (HeddleException e) {
      throw e.code() == ErrorCode.NOT_FOUND ? gone(file.path(), e) : e;
    }
  }

  private RangedInput openListed(StoredFile file) {
    Path path = toPath(file.path());
    Path content = LocalStreams.content(path);
    BasicFileAttributes now = attributes(file.path(), content);
    if (!stored(path, now).equals(file)) {
      throw changed(file.path());
    }
    LocalInput input = LocalInput.open(file.path(), content, now);
    try { // what was opened may have been put there since
      if (!stored(path, attributes(file.path(), content)).equals(file)) {
        throw changed(file.path());
      }
      return input;
    } catch (RuntimeException e) {
      input.close();
      throw e;
    }
  }

  private void checkStream(String path, Path file) {
    if (refusesStreams && LocalStreams.isWrittenInPlace(file)) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot use "
              + path
              + " in a warm server: it is a stream or a device of the caller's process; set"
              + " HEDDLE_DAEMON=off");
    }
  }

  private static HeddleException gone(String path, HeddleException cause) {
    return new HeddleException(
        ErrorCode.NOT_FOUND,
        "Cannot read "
            + path
            + ": the file was there when it was listed and is not, or not on this host; if it has"
            + " been overwritten open it anew",
        cause);
  }

  /** Returns the error for a file that is no longer what it was when it was listed. */
  static HeddleException changed(String path) {
    return new HeddleException(
        ErrorCode.IO,
        "Cannot read " + path + ": the file has changed since it was opened; open it anew");
  }

  @Override
  public PublishedOutput create(String path) {
    Path target = toPath(absolute(path));
    checkStream(path, target);
    return LocalStreams.isWrittenInPlace(target)
        ? InPlaceOutput.open(path, target)
        : LocalOutput.create(path, target);
  }

  @Override
  public boolean isWrittenInPlace(String path) {
    return LocalStreams.isWrittenInPlace(toPath(absolute(path)));
  }

  @Override
  public void open(Staging staging) {
    try {
      Files.createDirectories(toPath(staging.path()));
      Files.createFile(toPath(staging.token()));
    } catch (IOException e) {
      throw failed("write", staging.folder(), e);
    }
  }

  @Override
  public boolean isOpen(Staging staging) {
    return Files.exists(toPath(staging.token()));
  }

  @Override
  public PublishedOutput createIn(Staging staging, String path, String name) {
    return LocalOutput.createIn(path, toPath(path), toPath(staging.path()).resolve(name));
  }

  @Override
  public void close(Staging staging) {
    LocalStaging.close(toPath(staging.path()), toPath(staging.token()));
  }

  @Override
  public String absolute(String path) {
    return paths.absolute(path);
  }

  @Override
  public String slashed(String path) {
    return LocalPaths.isGlob(path)
        ? path.replace('\\', '/')
        : LocalPaths.slashed(path, paths.system().getSeparator());
  }

  /** The token is the name of a file beside, or the path of one in a staged folder. */
  private Path hidden(PreparedFile file) {
    return toPath(file.path()).resolveSibling(file.token());
  }

  @Override
  public boolean namesFilesLate() {
    return true;
  }

  @Override
  public void complete(PreparedFile file) {
    LocalStaging.complete(file, toPath(file.path()), hidden(file));
  }

  @Override
  public void completeNew(PreparedFile file) {
    LocalStaging.completeNew(file, toPath(file.path()), hidden(file));
  }

  @Override
  public void abort(PreparedFile file) {
    delete(hidden(file));
  }

  @Override
  public void delete(String path) {
    delete(toPath(absolute(path)));
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
      Path around = file.getParent();
      while (around != null && isMadeByWrites(around)) {
        Files.deleteIfExists(around); // fails if it is not empty
        around = around.getParent();
      }
    } catch (DirectoryNotEmptyException e) {
      return; // as promised
    } catch (IOException e) {
      throw failed("delete", file.toString(), e);
    }
  }

  private static boolean isMadeByWrites(Path folder) {
    Path name = folder.getFileName();
    return name != null
        && (name.toString().indexOf('=') > 0 || name.toString().equals(WriteRecords.FOLDER));
  }

  @Override
  public void dropLeftovers(String path) {
    Path target = toPath(absolute(path));
    if (!Files.isDirectory(target.getParent())) {
      return;
    }
    String shown = target.getFileName().toString();
    for (StoredFile file : list(LocalPaths.text(target.getParent())).files()) {
      boolean isOfTarget = LocalOutput.shownName(file.name()).filter(shown::equals).isPresent();
      if (isOfTarget && !isLive(file.path())) {
        delete(toPath(file.path()));
      }
    }
  }

  @Override
  public Optional<StagedFolder> stage(String folder, String id) {
    return LocalStaging.place(toPath(absolute(folder)), id);
  }

  @Override
  public Optional<StagedFolder> stageFile(String file, String id) {
    return stage(file, id);
  }

  @Override
  public boolean show(StagedFolder staged) {
    return LocalStaging.show(staged, toPath(staged.path()), toPath(staged.target()));
  }

  @Override
  public void drop(StagedFolder staged) {
    LocalStaging.drop(staged, toPath(staged.path()), toPath(staged.lease()));
  }

  @Override
  public int dropStaged(String folder) {
    try {
      return LocalStaging.dropOfTheDead(this, toPath(absolute(folder)));
    } catch (IOException e) {
      throw failed("list", folder, e);
    }
  }

  @Override
  public Lease lease(String path) {
    return LocalLease.create(path, toPath(absolute(path)));
  }

  @Override
  public boolean isLive(String path) {
    try {
      return LocalClaims.isClaimed(toPath(absolute(path)));
    } catch (IOException e) {
      throw failed("read", path, e);
    }
  }

  private Path toPath(String path) {
    return paths.of(path);
  }

  /** Turns a failure of the file system into the typed error. */
  static HeddleException failed(String verb, String path, IOException e) {
    String start = "Cannot " + verb + " " + path + ": ";
    if (e instanceof NoSuchFileException) {
      return new HeddleException(ErrorCode.NOT_FOUND, start + "no such file or folder", e);
    }
    if (e instanceof AccessDeniedException) {
      return new HeddleException(
          ErrorCode.IO, start + "permission denied; check who may access it", e);
    }
    String reason =
        e instanceof FileSystemException f && f.getReason() != null
            ? f.getReason()
            : String.valueOf(e.getMessage());
    boolean full = reason.contains("No space left") || reason.contains("quota exceeded");
    return new HeddleException(full ? ErrorCode.DISK_FULL : ErrorCode.IO, start + reason, e);
  }
}
