package dev.heddle.io.storage;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Folders on this host's disks that processes keep their own files in. */
public final class LocalFolders {
  private LocalFolders() {}

  /**
   * Returns what makes a folder that only its owner may look into, where modes are known.
   *
   * @param place a path of the file system that it is made in
   */
  public static FileAttribute<?>[] privateFolder(Path place) {
    return OwnerAccess.newFolder(place.getFileSystem());
  }

  /**
   * Returns what makes a file that only its owner may read, where modes are known.
   *
   * @param place a path of the file system that it is made in
   */
  public static FileAttribute<?>[] privateFile(Path place) {
    return OwnerAccess.newFile(place.getFileSystem());
  }

  /**
   * Checks that a folder that an option names can be written to; it is made if it is not there.
   *
   * @param option for the message
   * @throws HeddleException {@code INVALID_ARGUMENT} if it cannot
   */
  public static void requireWritable(String option, Path folder) {
    if (!Files.exists(folder)) {
      try {
        Files.createDirectories(folder, privateFolder(folder));
      } catch (IOException | UnsupportedOperationException e) {
        throw unusable(option, folder, "it is not there and cannot be made", e);
      }
    }
    if (!Files.isDirectory(folder)) {
      throw unusable(option, folder, "it is a file", null);
    }
    if (!Files.isWritable(folder) || !Files.isExecutable(folder)) {
      throw unusable(option, folder, "this process may not write to it", null);
    }
  }

  private static HeddleException unusable(
      String option, Path folder, String reason, @Nullable Exception cause) {
    return new HeddleException(
        ErrorCode.INVALID_ARGUMENT,
        "Cannot use "
            + option
            + " "
            + folder
            + ": "
            + reason
            + "; name a folder on a disk that can be written to",
        cause);
  }

  /**
   * Lets only its owner look into a folder, which is made if it is not there; see {@link
   * OwnerAccess}.
   */
  public static void makePrivate(Path folder) throws IOException {
    Files.createDirectories(folder.toAbsolutePath().getParent());
    if (!Files.isDirectory(folder)) {
      Files.createDirectory(folder, privateFolder(folder));
    }
    OwnerAccess.restrict(folder);
  }

  /**
   * Takes a private folder, which is made if it is not there, for one user at a time.
   *
   * @return what holds the folder until it is closed; nothing if it is taken
   */
  public static Optional<FileChannel> take(Path folder) throws IOException {
    makePrivate(folder);
    FileChannel lock =
        FileChannel.open(
            folder.resolve("lock"),
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            privateFile(folder));
    try {
      if (FileLocks.tryLock(lock)) {
        return Optional.of(lock);
      }
    } catch (Throwable e) {
      lock.close();
      throw e;
    }
    lock.close();
    return Optional.empty();
  }

  /** Deletes a folder with all that is in it; what somebody else deletes meanwhile is no error. */
  public static void delete(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException e)
              throws IOException {
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
