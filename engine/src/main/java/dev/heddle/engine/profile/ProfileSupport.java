package dev.heddle.engine.profile;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;

/** Whether this process can be profiled; asked before the classes that need the recorder. */
public final class ProfileSupport {
  private ProfileSupport() {}

  /** Returns whether the JDK has what takes samples. */
  public static boolean isAvailable() {
    return ModuleLayer.boot().findModule("jdk.jfr").isPresent();
  }

  /**
   * Checks that the JDK has what takes samples.
   *
   * @throws HeddleException with code {@code NOT_FOUND} if it has not
   */
  public static void check() {
    if (!isAvailable()) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND,
          "Cannot profile: the Java in "
              + System.getProperty("java.home")
              + " has no module jdk.jfr, which takes the samples; run on one that has it, such as a"
              + " JDK");
    }
  }
}
