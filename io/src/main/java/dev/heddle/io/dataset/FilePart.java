package dev.heddle.io.dataset;

import dev.heddle.io.scan.ScanRequest;
import java.util.List;

/**
 * A file, or those of its rows that are in a range of its bytes. Where a row is depends on the
 * format; each row is in exactly one range, by the file's content only.
 *
 * @param file made by the format's {@link FileFormat#inspect}
 * @param from first byte of the range
 * @param to the byte behind its last one
 * @param number of the file, which the locators of its rows begin with
 */
public record FilePart(InspectedFile file, long from, long to, int number) {
  /** Returns a whole file, the only one whose rows are located. */
  public static FilePart whole(InspectedFile file) {
    return whole(file, 0);
  }

  /** Returns a whole file. */
  static FilePart whole(InspectedFile file, int number) {
    return new FilePart(file, 0, Math.max(1, file.file().sizeBytes()), number);
  }

  /** Returns the locator of the file's first row. */
  public long firstLocator() {
    return (long) number << ScanRequest.LOCATOR_SHIFT;
  }

  /** Returns whether all rows are wanted. */
  public boolean isWhole() {
    return from <= 0 && to >= file.file().sizeBytes();
  }

  /** Returns how many of the parts begin a file: a file counts where its first byte is read. */
  public static long files(List<FilePart> parts) {
    return parts.stream().filter(part -> part.from <= 0).count();
  }

  /** Returns whether the range has what cannot be divided: the middle of it decides. */
  public boolean has(long start, long end) {
    long middle = start + (end - start) / 2;
    return from <= middle && middle < to;
  }

  /** Returns whether the range has the file, if that cannot be divided. */
  public boolean hasFile() {
    return has(0, file.file().sizeBytes());
  }

  /**
   * Returns the first row of the range in a file of {@code rows} rows, spread evenly over its
   * bytes.
   */
  public long firstRow(long rows) {
    return row(from, rows);
  }

  /** Returns the row behind the last one of the range. */
  public long endRow(long rows) {
    return row(to, rows);
  }

  private long row(long position, long rows) {
    long size = file.file().sizeBytes();
    return position >= size ? rows : (long) ((double) Math.max(0, position) / size * rows);
  }
}
