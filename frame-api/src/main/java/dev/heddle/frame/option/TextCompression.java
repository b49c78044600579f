package dev.heddle.frame.option;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How the files of text that a write makes are compressed, each as a whole. */
public enum TextCompression {
  /** As the end of a file's name says; files of folders are not. */
  AUTOMATIC(""),
  /** They are not. */
  NONE(""),
  /** By gzip. */
  GZIP(".gz"),
  /** By Zstandard. */
  ZSTD(".zst"),
  /** In LZ4 frames. */
  LZ4(".lz4");

  private final String suffix;

  TextCompression(String suffix) {
    this.suffix = suffix;
  }

  /** Returns the ends of names that say how a file is compressed. */
  public static List<String> suffixes() {
    return Arrays.stream(values()).map(each -> each.suffix).filter(end -> !end.isEmpty()).toList();
  }

  /** Returns how a file of that name is compressed, in whichever case its end is. */
  public static TextCompression ofPath(String path) {
    String name = requireNonNull(path, "path is null").toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(each -> !each.suffix.isEmpty() && name.endsWith(each.suffix))
        .findFirst()
        .orElse(NONE);
  }

  /** Returns what the names of files in folders end with, behind the end of their format. */
  public String suffix() {
    return suffix;
  }
}
