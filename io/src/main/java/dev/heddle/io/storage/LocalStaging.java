package dev.heddle.io.storage;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Folders that are filled beside their targets and get their names by one rename: {@code
 * .name.<id>.staged}, and its lease {@code .name.<id>.lease}.
 */
final class LocalStaging {
  private static final Pattern STAGED = Pattern.compile("\\.(.+)\\.([^.]+)\\.(staged|lease)");
  private static final String FOLDER = ".staged";

  /** Most systems take names of 255 bytes, and the lease's has 42 more while it is made. */
  private static final int MAX_NAME_BYTES = 160;

  /** How often a folder is emptied that somebody else still puts files into. */
  private static final int MAX_TRIES = 100;

  private LocalStaging() {}

  /** Shows a file that waits under another name, in place of one that is there. */
  static void complete(PreparedFile file, Path target, Path hidden) {
    try {
      move(target, hidden);
    } catch (NoSuchFileException e) {
      if (!Files.exists(target)) {
        throw dropped(file, e);
      }
    } catch (IOException e) {
      throw LocalStorage.failed("write", file.path(), e);
    }
  }

  private static void move(Path target, Path hidden) throws IOException {
    for (int i = 1; ; i++) {
      try {
        if (!Files.isDirectory(target.getParent()) && Files.exists(hidden)) {
          Files.createDirectories(target.getParent());
        }
        FileMoves.replace(hidden, target);
        return;
      } catch (NoSuchFileException e) {
        if (i == MAX_TRIES || !Files.exists(hidden)) {
          throw e;
        } // else another writer's clean-up took the empty folder away
      }
    }
  }

  /** Shows a file that waits under another name, if there is none yet. */
  static void completeNew(PreparedFile file, Path target, Path hidden) {
    try {
      LocalOutput.link(file.path(), target, hidden);
    } catch (NoSuchFileException e) {
      throw dropped(file, e);
    } catch (IOException e) {
      throw LocalStorage.failed("write", file.path(), e);
    }
  }

  private static HeddleException dropped(PreparedFile file, NoSuchFileException cause) {
    return new HeddleException(
        ErrorCode.CONFLICT,
        "Cannot write " + file.path() + ": what was prepared has been dropped by somebody else",
        cause);
  }

  /** Ends a staging: first nobody sees it any more, and then nothing can be made in it. */
  static void close(Path folder, Path token) {
    try {
      Files.deleteIfExists(token);
      for (int i = 1; ; i++) {
        try {
          LocalFolders.delete(folder);
          return;
        } catch (DirectoryNotEmptyException e) {
          if (i == MAX_TRIES) {
            throw e;
          } // else an attempt that is late has begun another file
        }
      }
    } catch (IOException e) {
      throw LocalStorage.failed("delete", folder.toString(), e);
    }
  }

  /** Returns the place for a folder; nothing if its name is too long to be made longer. */
  static Optional<StagedFolder> place(Path target, String id) {
    Path name = target.getFileName();
    if (name == null || name.toString().getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
      return Optional.empty();
    }
    String start = "." + name + "." + id;
    return Optional.of(
        new StagedFolder(
            LocalPaths.text(target.resolveSibling(start + FOLDER)),
            LocalPaths.text(target.resolveSibling(start + WriteRecords.LEASE)),
            LocalPaths.text(target)));
  }

  /** Gives a folder its name; returns false if there is something under that name. */
  static boolean show(StagedFolder staged, Path folder, Path target) {
    try {
      for (Path made : folders(folder)) {
        force(made);
      }
      try {
        FileMoves.replaceFolder(folder, target);
      } catch (FileSystemException e) {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS) && Files.exists(folder)) {
          return false; // an empty folder would have been replaced
        }
        throw e;
      }
      force(target.getParent());
      return true;
    } catch (IOException e) {
      throw LocalStorage.failed("write", staged.target(), e);
    }
  }

  private static List<Path> folders(Path root) throws IOException {
    List<Path> folders = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
            folders.add(folder);
            return FileVisitResult.CONTINUE;
          }
        });
    return folders;
  }

  /** Makes the names in a folder durable, where the system can. */
  private static void force(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      return; // not every system opens folders
    }
  }

  /** Takes away a folder and its lease, whose maker is dead or is the caller. */
  static void drop(StagedFolder staged, Path folder, Path lease) {
    try {
      LocalFolders.delete(folder);
      Files.deleteIfExists(lease); // last, for it leads to the rest
    } catch (IOException e) {
      throw LocalStorage.failed("delete", staged.path(), e);
    }
  }

  /** Takes away what writers that died staged for a target. */
  static int dropOfTheDead(Storage storage, Path target) throws IOException {
    Path parent = target.getParent();
    Path shown = target.getFileName();
    if (parent == null || shown == null || !Files.isDirectory(parent)) {
      return 0;
    }
    List<StagedFolder> found = new ArrayList<>();
    String start = "." + shown + ".";
    try (var entries = Files.newDirectoryStream(parent, e -> name(e).startsWith(start))) {
      for (Path entry : entries) {
        Matcher name = STAGED.matcher(name(entry));
        if (name.matches()
            && name.group(1).equals(shown.toString())
            && WriteRecords.isId(name.group(2))) {
          place(target, name.group(2)).filter(s -> !found.contains(s)).ifPresent(found::add);
        }
        LocalOutput.shownName(name(entry))
            .filter(made -> made.startsWith(start) && made.endsWith(WriteRecords.LEASE))
            .ifPresent(made -> storage.dropLeftovers(LocalPaths.text(target.resolveSibling(made))));
      }
    } catch (NotDirectoryException | NoSuchFileException e) {
      return 0;
    }
    int dropped = 0;
    for (StagedFolder staged : found) {
      if (!storage.isLive(staged.lease())) {
        storage.drop(staged);
        dropped++;
      }
    }
    return dropped;
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }
}
