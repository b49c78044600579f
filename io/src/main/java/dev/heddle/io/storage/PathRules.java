package dev.heddle.io.storage;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionAccess;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which paths a session may use: the one place where that is decided. What is refused does not
 * depend on what exists. Immutable.
 */
final class PathRules {
  private static final Pattern REMOTE = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+)://([^/]*)(.*)");

  private final SessionAccess access;
  private final LocalPaths paths;

  /**
   * Makes the rules of a session.
   *
   * @param paths in which relative ones start, those of the access too
   */
  PathRules(SessionAccess access, LocalPaths paths) {
    this.access = access;
    this.paths = paths;
  }

  /**
   * Returns a path, or a glob, as it is to be used: from the root and without {@code ..}, so that
   * what is used is what was checked.
   *
   * @param path as the user wrote it
   * @throws HeddleException with code {@code ACCESS_DENIED}
   */
  String check(String path) {
    if (!Storages.isLocal(path)) {
      if (!isAllowedRemote(path)) {
        throw denied(path);
      }
      return path;
    }
    String absolute = paths.absolute(path);
    if (access.reach() == SessionAccess.Reach.ALL_PATHS) {
      return absolute;
    }
    int special = LocalPaths.special(absolute);
    boolean isGlob = special < absolute.length();
    if (isGlob && !isAllowed(paths.of(folderOf(absolute, special)))) {
      throw denied(path);
    }
    if (!paths.ofName(absolute).map(this::isAllowed).orElse(isGlob)) {
      throw denied(path);
    }
    return absolute;
  }

  /**
   * Decides on the links that listings meet, before they are followed.
   *
   * @param all rules, each of which has to let a link be followed
   */
  record Links(List<PathRules> all) {
    /** Returns whether a link leads to where the session may not read. */
    boolean leadsOut(Path link) {
      return all.stream().anyMatch(rules -> !rules.mayFollow(link));
    }

    /**
     * Checks that a link does not lead out.
     *
     * @throws HeddleException with code {@code ACCESS_DENIED} if it does
     */
    void check(Path link) {
      for (PathRules rules : all) {
        if (!rules.mayFollow(link)) {
          throw rules.denied(LocalPaths.absolute(link));
        }
      }
    }
  }

  private boolean mayFollow(Path link) {
    return access.reach() == SessionAccess.Reach.ALL_PATHS || isAllowed(link);
  }

  /**
   * Checks that files may be written at all.
   *
   * @throws HeddleException with code {@code ACCESS_DENIED} if the session changes nothing
   */
  void checkChange(String path) {
    if (access.changes() == SessionAccess.Changes.REFUSED) {
      throw new HeddleException(
          ErrorCode.ACCESS_DENIED,
          "Cannot write "
              + path
              + ": the session is read-only; ask for a server without --read-only");
    }
  }

  private static String folderOf(String glob, int special) {
    int name = glob.lastIndexOf('/', special) + 1;
    return glob.substring(0, Math.max(1, name));
  }

  private boolean isAllowed(Path path) {
    Path real = RealPaths.of(path.toAbsolutePath().normalize());
    for (String each : access.paths()) {
      if (Storages.isLocal(each)
          && real.startsWith(RealPaths.of(paths.of(each).toAbsolutePath().normalize()))) {
        return true;
      }
    }
    return false;
  }

  private boolean isAllowedRemote(String path) {
    if (access.reach() == SessionAccess.Reach.ALL_PATHS) {
      return true;
    }
    String key = key(path);
    if (List.of(key.split("/", -1)).stream().anyMatch(name -> name.matches("\\.\\.?"))) {
      return false; // some stores take them for names, others do not
    }
    int special = LocalPaths.special(key);
    String fixed = special == key.length() ? key : key.substring(0, key.lastIndexOf('/', special));
    for (String each : access.paths()) {
      String root = Storages.isLocal(each) ? "" : key(each);
      if (!root.isEmpty() && (fixed.equals(root) || fixed.startsWith(root + "/"))) {
        return true;
      }
    }
    return false;
  }

  /** Returns scheme, bucket and key in one form; nothing for what has no bucket. */
  private static String key(String path) {
    Matcher parts = REMOTE.matcher(path);
    if (!parts.matches() || parts.group(2).isEmpty()) {
      return "";
    }
    String scheme = parts.group(1).toLowerCase(Locale.ROOT);
    String key = parts.group(3).replaceAll("^/+|/+$", "");
    return (scheme.equals("s3") ? "s3a" : scheme)
        + "://"
        + parts.group(2)
        + (key.isEmpty() ? "" : "/" + key);
  }

  private HeddleException denied(String path) {
    String allowed =
        access.paths().isEmpty()
            ? "the session uses registered tables only"
            : "the session uses registered tables and " + String.join(", ", access.paths());
    return new HeddleException(
        ErrorCode.ACCESS_DENIED,
        "Cannot use " + path + ": " + allowed + "; start the server with --allow PATH");
  }
}
