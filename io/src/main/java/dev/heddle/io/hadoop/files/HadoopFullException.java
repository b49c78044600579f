package dev.heddle.io.hadoop.files;

import java.io.IOException;
import java.io.Serial;

/** A file system, or a quota on it, has no room. */
public final class HadoopFullException extends IOException {
  @Serial private static final long serialVersionUID = 1L;

  /** Makes one. */
  public HadoopFullException(String message, Throwable cause) {
    super(message, cause);
  }
}
