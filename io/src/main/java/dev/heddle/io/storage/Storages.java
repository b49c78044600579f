package dev.heddle.io.storage;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Chooses the storage of a path by its scheme. */
public final class Storages {
  // two letters at least, so that C:\ is no scheme
  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+):/.*");

  private static final Storage LOCAL = new LocalStorage();

  private Storages() {}

  /**
   * Returns the storage that a path lies in.
   *
   * @throws HeddleException with code {@code UNSUPPORTED} for a scheme without a storage
   */
  public static Storage of(String path) {
    Matcher matcher = SCHEME.matcher(path);
    if (!matcher.matches() || matcher.group(1).equalsIgnoreCase("file")) {
      return LOCAL;
    }
    throw new HeddleException(
        ErrorCode.UNSUPPORTED,
        "Cannot open "
            + path
            + ": no storage for scheme "
            + matcher.group(1)
            + "; use a local path or file:///path");
  }
}
