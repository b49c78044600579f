package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class after which another limit of the process's memory holds than before it, as by
 * a session that is not closed: classes after it in the same JVM would run out of memory.
 */
public final class LeftoverLimits implements BeforeAllCallback, AfterAllCallback {
  private long bytes;

  @Override
  public void beforeAll(ExtensionContext context) {
    bytes = ProcessMemory.ledger().limitBytes();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    assertThat(ProcessMemory.ledger().limitBytes())
        .as("memory limit after %s", context.getDisplayName())
        .isEqualTo(bytes);
  }
}
