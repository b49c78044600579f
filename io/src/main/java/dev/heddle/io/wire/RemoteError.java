package dev.heddle.io.wire;

import java.io.Serial;

/** Stands for what was thrown in another process; its message is the stack there. */
public final class RemoteError extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  RemoteError(String stack) {
    super("in another process: " + stack, null, false, false);
  }
}
