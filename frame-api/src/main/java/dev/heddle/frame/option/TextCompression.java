package dev.heddle.frame.option;

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

  /** Returns what the names of files in folders end with, behind the end of their format. */
  public String suffix() {
    return suffix;
  }
}
