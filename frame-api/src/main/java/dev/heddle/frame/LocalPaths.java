package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.nio.file.FileSystems;
import java.nio.file.Path;

/** Paths of files as texts, which also name files elsewhere. */
final class LocalPaths {
  private LocalPaths() {}

  static String[] texts(Path... paths) {
    requireNonNull(paths, "paths is null");
    return Arguments.all(paths, "paths").stream().map(LocalPaths::text).toArray(String[]::new);
  }

  /** Returns the text of a path, which must be of the default file system. */
  static String text(Path path) {
    requireNonNull(path, "path is null");
    if (path.getFileSystem() != FileSystems.getDefault()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot use path "
              + path.toUri()
              + ": it is not of the default file system; copy the file there, or give a text such"
              + " as s3://bucket/key");
    }
    return path.toString();
  }
}
