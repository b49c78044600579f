package dev.heddle.io.scan;

/**
 * The part of a table that a task reads. The tasks of a stage cover the table between them,
 * wherever each of them runs, and each row is read by one.
 *
 * @param part number of the task, from 0
 * @param parts number of tasks
 */
public record Share(int part, int parts) {
  /** All of a table. */
  public static final Share WHOLE = new Share(0, 1);

  /** Checks the range. */
  public Share {
    if (part < 0 || part >= parts) {
      throw new IllegalArgumentException("Part " + part + " of " + parts);
    }
  }

  /** Returns whether there is only one task. */
  public boolean isWhole() {
    return parts == 1;
  }

  /** Returns where the part starts if bytes are divided evenly. */
  public long from(long bytes) {
    return bound(bytes, part);
  }

  /** Returns where the part ends if bytes are divided evenly. */
  public long to(long bytes) {
    return bound(bytes, part + 1);
  }

  private long bound(long bytes, int before) {
    return bytes / parts * before + bytes % parts * before / parts;
  }
}
