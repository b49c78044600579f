package dev.heddle.cli;

import dev.heddle.frame.Session;
import dev.heddle.kernel.HeddleKernel;
import dev.heddle.kernel.KernelSpec;
import java.nio.file.Path;
import java.util.List;

/**
 * What names classes of the kernel for notebooks, which are on the class path of its commands only:
 * the command-line library looks at all methods of all commands.
 */
final class KernelServing {
  private KernelServing() {}

  /** Serves a notebook over a session, which is closed at the end, also by a signal. */
  static void run(Session session, Path connection) throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(session::close));
    try (session) {
      HeddleKernel.run(session, connection);
    }
  }

  /** Returns the folder of the user's kernels. */
  static Path userFolder() {
    return KernelSpec.userFolder(
        System.getenv(), System.getProperty("os.name"), Path.of(System.getProperty("user.home")));
  }

  /** Returns the folder of an installation's kernels. */
  static Path prefixFolder(Path prefix) {
    return KernelSpec.prefixFolder(prefix);
  }

  static Path install(Path folder, String name, String title, List<String> command) {
    return KernelSpec.install(folder, name, title, command);
  }

  static Path uninstall(Path folder, String name) {
    return KernelSpec.uninstall(folder, name);
  }
}
