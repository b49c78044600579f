package dev.heddle.flight;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import org.apache.arrow.memory.ArrowBuf;

/** The launch flag without which Arrow Flight fails in the middle of its first batch. */
final class LaunchFlag {
  private static final String FLAG = "--add-opens=java.base/java.nio=ALL-UNNAMED";

  private LaunchFlag() {}

  /**
   * Demands the flag.
   *
   * @throws HeddleException with code {@code MISSING_LAUNCH_FLAG}, which names it
   */
  static void check() {
    if (!Object.class.getModule().isOpen("java.nio", ArrowBuf.class.getModule())) {
      throw new HeddleException(
          ErrorCode.MISSING_LAUNCH_FLAG,
          "Cannot serve Arrow Flight: Arrow sends no batch without the JVM flag "
              + FLAG
              + "; start java with it (docs/guide/java.md lists the flags)");
    }
  }
}
