package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class after which a limit of the process's memory holds, as by a session that is not
 * closed: classes after it in the same JVM would run out of memory.
 */
public final class LeftoverLimits implements AfterAllCallback {
  /** As it is before the first class of tests opens a session. */
  private static final long DEFAULT_BYTES = ProcessMemory.ledger().limitBytes();

  @Override
  public void afterAll(ExtensionContext context) {
    assertThat(ProcessMemory.ledger().limitBytes())
        .as("memory limit after %s", context.getDisplayName())
        .isEqualTo(DEFAULT_BYTES);
  }
}
