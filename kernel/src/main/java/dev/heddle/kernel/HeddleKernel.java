package dev.heddle.kernel;

import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import java.io.PrintStream;
import java.nio.file.Path;

/** The process that Jupyter starts for a notebook. */
public final class HeddleKernel {
  private static final String PARENT = "JPY_PARENT_PID"; // Jupyter's name for its own process

  private HeddleKernel() {}

  /**
   * Serves a notebook until a front end asks the kernel to end, or Jupyter's process is gone.
   *
   * @param session stays the caller's; its queries are cancelled at the end
   * @param connection the file in which Jupyter says where to listen
   * @throws HeddleException with code {@code IO}, {@code INVALID_ARGUMENT} or {@code UNSUPPORTED}
   *     if the file or a port cannot be used
   */
  public static void run(Session session, Path connection) throws InterruptedException {
    ConnectionFile where = ConnectionFile.read(connection);
    PrintStream out = System.out;
    PrintStream err = System.err;
    try (NotebookKernel kernel = new NotebookKernel(session)) {
      System.setOut(kernel.output().out());
      System.setErr(kernel.output().err());
      watchParent(kernel);
      try (KernelSockets sockets = new KernelSockets(where, kernel::handle)) {
        kernel.awaitShutdown();
      }
      session.cancelAll();
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  /** Ends the kernel once Jupyter's process is gone, which then asks for nothing more. */
  private static void watchParent(NotebookKernel kernel) {
    String pid = System.getenv(PARENT);
    if (pid == null || !pid.matches("[1-9]\\d{0,9}")) {
      return;
    }
    ProcessHandle.of(Long.parseLong(pid))
        .ifPresent(
            parent -> {
              var unused = parent.onExit().thenRun(() -> kernel.shutDown());
            });
  }
}
