package dev.heddle.frame.error;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * The one root of all errors that Heddle raises on purpose.
 *
 * <p>The message is one line that names the thing, the value and the way out.
 */
public class HeddleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  /** Makes an error without a cause. */
  public HeddleException(ErrorCode code, String message) {
    this(code, message, null);
  }

  /** Makes an error that another one caused. */
  public HeddleException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = requireNonNull(code, "code is null");
  }

  /** Returns what went wrong. */
  public ErrorCode code() {
    return code;
  }

  /** Returns who has to act. */
  public ErrorKind kind() {
    return code.kind();
  }
}
