package dev.heddle.cli;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;

/** Checks that what runs Java snippets and notebooks is there, before a class of it is loaded. */
final class KernelParts {
  private static final String MODULE = "jdk.jshell";
  private static final String CLASS = "dev.heddle.kernel.HeddleKernel";

  private KernelParts() {}

  /**
   * Checks that the module is on the class path, and that this Java can compile.
   *
   * @throws HeddleException with code {@code UNSUPPORTED} if it is a JRE, {@code NOT_FOUND} if the
   *     module is missing
   */
  static void require(String command) {
    require(command, ModuleLayer.boot(), KernelParts.class.getClassLoader());
  }

  static void require(String command, ModuleLayer java, ClassLoader classes) {
    if (java.findModule(MODULE).isEmpty()) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot run heddle "
              + command
              + ": the Java in "
              + System.getProperty("java.home")
              + " has no module "
              + MODULE
              + "; install a full JDK 25, such as the package temurin-25-jdk, in place of a JRE");
    }
    InstalledParts.require(command, CLASS, classes);
  }
}
