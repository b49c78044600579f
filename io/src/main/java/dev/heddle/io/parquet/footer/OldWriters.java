package dev.heddle.io.parquet.footer;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What old writers of Parquet files are known to have done wrong. */
final class OldWriters {
  /** Up to how many bytes are missing in the length of a chunk. */
  static final int MAX_HEADER_BYTES = 100;

  private static final Pattern VERSION =
      Pattern.compile("parquet-(?:mr|cpp)(?: version (\\d{1,4})\\.(\\d{1,4})\\.(\\d{1,4}).*)?");

  private OldWriters() {}

  /**
   * Returns whether a writer left the header of the dictionary page out of the length of a chunk,
   * as versions before 1.2.9 did.
   *
   * @param createdBy the writer by the footer
   */
  static boolean forgetHeaders(@Nullable String createdBy) {
    if (createdBy == null) {
      return false;
    }
    Matcher version = VERSION.matcher(createdBy);
    if (!version.matches()) {
      return false;
    }
    return version.group(1) == null
        || number(version, 1) * 1_000_000 + number(version, 2) * 1_000 + number(version, 3)
            < 1_002_009;
  }

  private static long number(Matcher version, int group) {
    return Long.parseLong(version.group(group));
  }
}
