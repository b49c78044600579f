package dev.heddle.io.storage;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * Turns the texts of local paths to the paths of a file system and back. The texts that come out
 * have slashes between names on every system; those that go in may have backslashes too where these
 * separate names (Windows), and only there. Immutable.
 *
 * @param system whose paths they are
 * @param base where relative ones start
 */
record LocalPaths(FileSystem system, Path base) {
  private static final String GLOB_CHARACTERS = "*?[{";
  private static final Pattern ROOTED_DRIVE = Pattern.compile("/[A-Za-z]:(/.*)?");
  private static final String BACKSLASH = "\\";

  /** Those of the process's own file system. */
  static final LocalPaths DEFAULT = new LocalPaths(FileSystems.getDefault());

  /** Makes those of a file system, of which relative ones start where this process does. */
  LocalPaths(FileSystem system) {
    this(system, system.getPath(""));
  }

  /** Returns those whose relative ones start in a folder. */
  static LocalPaths from(Path base) {
    return new LocalPaths(base.getFileSystem(), base);
  }

  /** Returns whether backslashes separate names. */
  boolean hasBackslashes() {
    return system.getSeparator().equals(BACKSLASH);
  }

  /** Returns a path as a text, with slashes. */
  static String text(Path path) {
    return slashed(path.toString(), path.getFileSystem().getSeparator());
  }

  /** Returns a path as a text from the root, with slashes. */
  static String absolute(Path path) {
    return text(path.toAbsolutePath().normalize());
  }

  /** Returns a text with slashes in place of backslashes, if these separate names. */
  static String slashed(String path, String separator) {
    return separator.equals(BACKSLASH) ? path.replace('\\', '/') : path;
  }

  /**
   * Returns the path of a text.
   *
   * @throws HeddleException with code {@code INVALID_ARGUMENT} if the system has no such paths
   */
  Path of(String path) {
    try {
      if (isUri(path) && path.indexOf('%') >= 0) {
        return hasBackslashes() ? system.getPath(decoded(path)) : Path.of(URI.create(path));
      }
      return base.resolve(localPart(path, system.getSeparator()));
    } catch (IllegalArgumentException e) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT, "Cannot use " + path + " as a path: " + e.getMessage(), e);
    }
  }

  /** As {@link #of}, but nothing for a glob that can be no name on this system. */
  Optional<Path> ofName(String path) {
    if (!hasBackslashes() || !isGlob(path)) {
      return Optional.of(of(path));
    }
    try {
      return Optional.of(base.resolve(localPart(path, BACKSLASH)));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Returns a path or a glob from the root. */
  String absolute(String path) {
    return ofName(path).map(LocalPaths::absolute).orElseGet(() -> absoluteGlob(path));
  }

  /** Returns a glob from the root, with one slash between names, otherwise as it is. */
  String absoluteGlob(String path) {
    String local = localPart(path, system.getSeparator());
    int name = local.lastIndexOf('/', special(local)) + 1;
    String folder = absolute(of(name == 0 ? "." : local.substring(0, name)));
    String below = local.substring(name).replaceAll("/+", "/");
    return folder + (folder.endsWith("/") ? "" : "/") + below;
  }

  /**
   * Returns what matches an absolute glob.
   *
   * @param path as the user wrote it
   * @throws HeddleException with code {@code INVALID_ARGUMENT} if it is none
   */
  PathMatcher matcher(String glob, String path) {
    try {
      return system.getPathMatcher("glob:" + Storages.javaGlob(glob));
    } catch (PatternSyntaxException e) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read " + path + ": not a valid glob: " + e.getDescription(),
          e);
    }
  }

  /** Returns whether a text has characters that are special in globs. */
  static boolean isGlob(String path) {
    return special(path) < path.length();
  }

  /** Returns where the first character is that is special in globs; the length if none is. */
  static int special(String path) {
    int at = 0;
    while (at < path.length() && GLOB_CHARACTERS.indexOf(path.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  /** Returns how many names a relative glob has. */
  static int nameCount(String glob) {
    return (int) Stream.of(glob.split("/")).filter(name -> !name.isEmpty()).count();
  }

  private static boolean isUri(String path) {
    return path.regionMatches(true, 0, "file:/", 0, 6);
  }

  /** Returns a path without {@code file:}, with slashes. */
  static String localPart(String path, String separator) {
    boolean isWindows = separator.equals(BACKSLASH);
    if (!isUri(path)) {
      return slashed(path, separator);
    }
    String rest = slashed(path.substring(5), separator);
    if (!rest.startsWith("//")) {
      return isWindows ? withoutRoot(rest) : rest;
    }
    String local = rest.substring(2);
    if (!isWindows) {
      return local;
    }
    boolean hasHost = !local.startsWith("/"); // file://server/share/x
    return hasHost ? rest : withoutRoot(local);
  }

  private static String withoutRoot(String path) {
    return ROOTED_DRIVE.matcher(path).matches() ? path.substring(1) : path;
  }

  private static String decoded(String path) {
    URI uri = URI.create(slashed(path, BACKSLASH));
    String host = uri.getAuthority();
    return host == null ? withoutRoot(uri.getPath()) : "//" + host + uri.getPath();
  }
}
