package dev.heddle.physical.operator;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import org.jspecify.annotations.Nullable;

/** Keeps the first of the errors that threads run into; later ones are suppressed onto it. */
public final class FirstError {
  private volatile @Nullable Throwable first;

  /** Notes an error. */
  public synchronized void add(Throwable error) {
    Throwable known = first;
    if (known == null) {
      first = error;
    } else if (known != error && !isCancel(error)) { // the others stop by cancelling themselves
      known.addSuppressed(error);
    }
  }

  private static boolean isCancel(Throwable error) {
    return error instanceof HeddleException h && h.code() == ErrorCode.CANCELLED;
  }

  /** Returns whether there is an error. */
  public boolean isPresent() {
    return first != null;
  }

  /** Throws the first error, if there is one. */
  public void rethrow() {
    switch (first) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException("Unexpected checked exception", e);
    }
  }
}
